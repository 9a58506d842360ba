import pg from "pg";

/** Hears of each statement that this process sends to a database, before it is sent, until disposed of. */
export function hearStatements(hear: (statement: unknown) => void): Disposable {
  const { query: send } = pg.Client.prototype;
  const heard = function (this: pg.Client, statement: unknown, ...rest: unknown[]): unknown {
    hear(statement);
    return Reflect.apply(send, this, [statement, ...rest]);
  };
  const replace = (value: unknown) => Object.defineProperty(pg.Client.prototype, "query", { value, writable: true, configurable: true });
  replace(heard);
  return { [Symbol.dispose]: () => void replace(send) };
}
