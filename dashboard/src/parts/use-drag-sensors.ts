import {
  KeyboardCode,
  type KeyboardCoordinateGetter,
  KeyboardSensor,
  MouseSensor,
  type SensorDescriptor,
  type SensorOptions,
  TouchSensor,
  useSensor,
  useSensors,
} from "@dnd-kit/core";

/** A click is no drag, and a finger that scrolls is none either. */
const MOUSE = { activationConstraint: { distance: 6 } };
const TOUCH = { activationConstraint: { delay: 250, tolerance: 8 } };
/** Enter opens the post, as on every link. */
const KEYBOARD = { start: [KeyboardCode.Space], cancel: [KeyboardCode.Esc], end: [KeyboardCode.Space, KeyboardCode.Enter] };

/** How things are dragged here: by mouse, by touch, and with `step` by the arrow keys, which lead to where it says. */
export function useDragSensors(step?: KeyboardCoordinateGetter): SensorDescriptor<SensorOptions>[] {
  const mouse = useSensor(MouseSensor, MOUSE);
  const touch = useSensor(TouchSensor, TOUCH);
  const keyboard = useSensor(KeyboardSensor, { ...(step && { coordinateGetter: step }), keyboardCodes: KEYBOARD });
  return useSensors(mouse, touch, step === undefined ? null : keyboard);
}
