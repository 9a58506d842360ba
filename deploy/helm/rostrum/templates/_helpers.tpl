{{- define "rostrum.name" -}}
{{- if contains "rostrum" .Release.Name }}{{ .Release.Name | trunc 50 | trimSuffix "-" }}{{ else }}{{ printf "%s-rostrum" .Release.Name | trunc 50 | trimSuffix "-" }}{{ end }}
{{- end }}

{{- define "rostrum.labels" -}}
app.kubernetes.io/name: rostrum
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end }}

{{/* What selects the pods of a role: (dict "root" $ "role" "api"). Must not change between releases of the chart. */}}
{{- define "rostrum.selector" -}}
app.kubernetes.io/name: rostrum
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .role }}
{{- end }}

{{/* A Deployment of a role: (dict "root" $ "role" "api" "own" .Values.api). */}}
{{- define "rostrum.deployment" -}}
{{- $root := .root -}}
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ include "rostrum.name" $root }}-{{ .role }}
  labels:
    {{- include "rostrum.labels" $root | nindent 4 }}
    app.kubernetes.io/component: {{ .role }}
spec:
  replicas: {{ .own.replicas }}
  selector:
    matchLabels:
      {{- include "rostrum.selector" . | nindent 6 }}
  template:
    metadata:
      labels:
        {{- include "rostrum.labels" $root | nindent 8 }}
        app.kubernetes.io/component: {{ .role }}
      {{- with $root.Values.podAnnotations }}
      annotations:
        {{- toYaml . | nindent 8 }}
      {{- end }}
    spec:
      automountServiceAccountToken: false
      enableServiceLinks: false
      # Work in flight gets this long to finish.
      terminationGracePeriodSeconds: 90
      securityContext:
        runAsNonRoot: true
        runAsUser: 1000
        runAsGroup: 1000
        fsGroup: 1000
        seccompProfile:
          type: RuntimeDefault
      {{- with $root.Values.imagePullSecrets }}
      imagePullSecrets:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      containers:
        - name: {{ .role }}
          image: "{{ $root.Values.image.repository }}:{{ $root.Values.image.tag | default $root.Chart.AppVersion }}"
          imagePullPolicy: {{ $root.Values.image.pullPolicy }}
          args: [serve, --role, {{ .role }}]
          securityContext:
            allowPrivilegeEscalation: false
            readOnlyRootFilesystem: true
            capabilities:
              drop: [ALL]
          env:
            - name: ROSTRUM_PUBLIC_URL
              value: {{ required "publicUrl is required" $root.Values.publicUrl | quote }}
            - name: ROSTRUM_S3_URL
              value: {{ required "s3.url is required" $root.Values.s3.url | quote }}
            - name: ROSTRUM_S3_BUCKET
              value: {{ required "s3.bucket is required" $root.Values.s3.bucket | quote }}
            - name: ROSTRUM_S3_REGION
              value: {{ $root.Values.s3.region | quote }}
            # A folder of its own: the volume belongs to root.
            - name: ROSTRUM_DATA_DIR
              value: /data/rostrum
            # For probes of a worker, and for Prometheus: workers alone count what they publish.
            - name: ROSTRUM_METRICS_PORT
              value: "9464"
            {{- with $root.Values.trustProxy }}
            - name: ROSTRUM_TRUST_PROXY
              value: {{ . | quote }}
            {{- end }}
            {{- range $name := list "DATABASE_URL" "ROSTRUM_SECRET_KEY" "ROSTRUM_ADMIN_TOKEN" "ROSTRUM_S3_ACCESS_KEY_ID" "ROSTRUM_S3_SECRET_ACCESS_KEY" }}
            # Named one by one, so that a pod does not start without it.
            - name: {{ $name }}
              valueFrom:
                secretKeyRef:
                  name: {{ required "existingSecret is required" $root.Values.existingSecret }}
                  key: {{ $name }}
            {{- end }}
            {{- range $name, $value := $root.Values.settings }}
            - name: {{ $name }}
              {{- /* Helm reads numbers as floating point, and would print large ones in powers of ten. */}}
              value: {{ if and (kindIs "float64" $value) (eq (floor $value) $value) }}{{ $value | int64 | quote }}{{ else }}{{ $value | quote }}{{ end }}
            {{- end }}
          envFrom:
            - secretRef:
                name: {{ $root.Values.existingSecret }}
          {{- $port := eq .role "api" | ternary "http" "metrics" }}
          ports:
            {{- if eq .role "api" }}
            - name: http
              containerPort: 4000
            {{- end }}
            - name: metrics
              containerPort: 9464
          startupProbe:
            httpGet: { path: /healthz, port: {{ $port }} }
            periodSeconds: 2
            failureThreshold: 90
          readinessProbe:
            httpGet: { path: /readyz, port: {{ $port }} }
            periodSeconds: 5
            timeoutSeconds: 3
          livenessProbe:
            httpGet: { path: /healthz, port: {{ $port }} }
            periodSeconds: 10
            timeoutSeconds: 5
            failureThreshold: 6
          {{- if eq .role "api" }}
          lifecycle:
            # Requests still arrive until every node knows that this pod is leaving.
            preStop:
              exec:
                command: [sleep, "5"]
          {{- end }}
          resources:
            {{- toYaml .own.resources | nindent 12 }}
          volumeMounts:
            - { name: data, mountPath: /data }
            - { name: tmp, mountPath: /tmp }
      volumes:
        - name: data
          emptyDir:
            sizeLimit: {{ $root.Values.scratchSize }}
        - name: tmp
          emptyDir: {}
      {{- with $root.Values.nodeSelector }}
      nodeSelector:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      {{- with $root.Values.tolerations }}
      tolerations:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      {{- with $root.Values.affinity }}
      affinity:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      topologySpreadConstraints:
        - maxSkew: 1
          topologyKey: kubernetes.io/hostname
          whenUnsatisfiable: ScheduleAnyway
          labelSelector:
            matchLabels:
              {{- include "rostrum.selector" . | nindent 14 }}
{{- end }}

{{/* How many pods of a role may be moved at once: (dict "root" $ "role" "api"). */}}
{{- define "rostrum.budget" -}}
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  name: {{ include "rostrum.name" .root }}-{{ .role }}
  labels:
    {{- include "rostrum.labels" .root | nindent 4 }}
spec:
  maxUnavailable: {{ .root.Values.podDisruptionBudget.maxUnavailable }}
  selector:
    matchLabels:
      {{- include "rostrum.selector" . | nindent 6 }}
{{- end }}
