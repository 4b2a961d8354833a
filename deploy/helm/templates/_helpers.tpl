{{- define "tracewell.name" -}}
{{- $name := ternary .Release.Name (printf "%s-%s" .Release.Name .Chart.Name) (contains .Chart.Name .Release.Name) -}}
{{ $name | trunc 50 | trimSuffix "-" }}
{{- end }}

{{- define "tracewell.selector" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "tracewell.labels" -}}
{{ include "tracewell.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end }}

{{- define "tracewell.secret" -}}
{{ .Values.secrets.existingSecret | default (include "tracewell.name" .) }}
{{- end }}

{{- define "tracewell.stores" -}}
{{ .Values.external.existingSecret | default (printf "%s-stores" (include "tracewell.name" .)) }}
{{- end }}

{{- define "tracewell.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}

{{/* Secrets are files: other processes and crash reports can see the environment. */}}
{{- define "tracewell.env" -}}
- name: TRACEWELL_MASTER_KEY_FILE
  value: /secrets/masterKey
{{- if or .Values.secrets.existingSecret .Values.secrets.operatorToken }}
- name: TRACEWELL_OPERATOR_TOKEN
  valueFrom: { secretKeyRef: { name: {{ include "tracewell.secret" . }}, key: operatorToken, optional: true } }
{{- end }}
{{- if or .Values.secrets.existingSecret .Values.secrets.smtpUrl }}
- name: TRACEWELL_SMTP_URL
  valueFrom: { secretKeyRef: { name: {{ include "tracewell.secret" . }}, key: smtpUrl, optional: true } }
{{- end }}
{{- if or .Values.secrets.existingSecret .Values.init.password }}
- name: TRACEWELL_INIT_PASSWORD
  valueFrom: { secretKeyRef: { name: {{ include "tracewell.secret" . }}, key: initPassword, optional: true } }
{{- end }}
{{- if or .Values.secrets.existingSecret .Values.init.apiKey }}
- name: TRACEWELL_INIT_API_KEY
  valueFrom: { secretKeyRef: { name: {{ include "tracewell.secret" . }}, key: initApiKey, optional: true } }
{{- end }}
{{- if eq .Values.mode "external" }}
- name: TRACEWELL_CLICKHOUSE_URL
  valueFrom: { secretKeyRef: { name: {{ include "tracewell.stores" . }}, key: clickhouseUrl } }
- name: TRACEWELL_POSTGRES_URL
  valueFrom: { secretKeyRef: { name: {{ include "tracewell.stores" . }}, key: postgresUrl } }
- name: TRACEWELL_AUTO_MIGRATE
  value: 'false'
{{- end }}
{{- with .Values.publicUrl }}
- name: TRACEWELL_PUBLIC_URL
  value: {{ . | quote }}
{{- end }}
- name: TRACEWELL_TRUST_PROXY_HOPS
  value: {{ .Values.trustProxyHops | default (ternary 1 0 .Values.ingress.enabled) | quote }}
- name: TRACEWELL_METRICS
  value: {{ .Values.metrics.enabled | quote }}
{{- with .Values.init.email }}
- name: TRACEWELL_INIT_EMAIL
  value: {{ . | quote }}
{{- end }}
{{- with .Values.init.project }}
- name: TRACEWELL_INIT_PROJECT
  value: {{ . | quote }}
{{- end }}
{{- if .Values.init.storeContent }}
- name: TRACEWELL_INIT_STORE_CONTENT
  value: 'true'
{{- end }}
{{- with .Values.init.limits }}
- name: TRACEWELL_INIT_LIMITS
  value: {{ . | quote }}
{{- end }}
{{- range $name, $value := .Values.settings }}
- name: {{ $name }}
  value: {{ $value | quote }}
{{- end }}
{{- with .Values.extraEnv }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{- define "tracewell.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end }}

{{- define "tracewell.mounts" -}}
- { name: data, mountPath: /data }
- { name: tmp, mountPath: /tmp }
- { name: secrets, mountPath: /secrets, readOnly: true }
{{- with .Values.extraVolumeMounts }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{/* The pod of both modes; they differ in where /data is and in who migrates. */}}
{{- define "tracewell.pod" -}}
metadata:
  labels:
    {{- include "tracewell.labels" . | nindent 4 }}
    {{- with .Values.podLabels }}{{ toYaml . | nindent 4 }}{{ end }}
  annotations:
    checksum/settings: {{ toYaml (dict "secrets" .Values.secrets "external" (pick .Values.external "clickhouseUrl" "postgresUrl")) | sha256sum | trunc 16 | quote }}
    {{- with .Values.podAnnotations }}{{ toYaml . | nindent 4 }}{{ end }}
spec:
  serviceAccountName: {{ include "tracewell.name" . }}
  automountServiceAccountToken: false
  enableServiceLinks: false
  # It drains, and then stops within ten seconds.
  terminationGracePeriodSeconds: 60
  {{- with .Values.imagePullSecrets }}
  imagePullSecrets: {{ toYaml . | nindent 4 }}
  {{- end }}
  securityContext:
    runAsNonRoot: true
    runAsUser: 10001
    runAsGroup: 10001
    fsGroup: 10001
    fsGroupChangePolicy: OnRootMismatch
    seccompProfile: { type: RuntimeDefault }
  {{- if eq .Values.mode "external" }}
  initContainers:
    # Every pod waits for it; the stores allow several at once.
    - name: migrate
      image: {{ include "tracewell.image" . }}
      imagePullPolicy: {{ .Values.image.pullPolicy }}
      args: [migrate]
      env: {{ include "tracewell.env" . | nindent 8 }}
      securityContext: {{ include "tracewell.containerSecurity" . | nindent 8 }}
      volumeMounts: {{ include "tracewell.mounts" . | nindent 8 }}
      resources: {{ toYaml .Values.resources | nindent 8 }}
  {{- end }}
  containers:
    - name: tracewell
      image: {{ include "tracewell.image" . }}
      imagePullPolicy: {{ .Values.image.pullPolicy }}
      args: [serve]
      env: {{ include "tracewell.env" . | nindent 8 }}
      ports:
        - { name: http, containerPort: 4318 }
        - { name: grpc, containerPort: 4317 }
      # After a power cut the start compares the log with every table, which may take a while.
      startupProbe:
        httpGet: { path: /livez, port: http }
        periodSeconds: 5
        failureThreshold: 120
      readinessProbe:
        httpGet: { path: /readyz, port: http }
        periodSeconds: 3
        timeoutSeconds: 5
        failureThreshold: 2
      livenessProbe:
        httpGet: { path: /livez, port: http }
        periodSeconds: 15
        timeoutSeconds: 5
        failureThreshold: 4
      securityContext: {{ include "tracewell.containerSecurity" . | nindent 8 }}
      volumeMounts: {{ include "tracewell.mounts" . | nindent 8 }}
      resources: {{ toYaml .Values.resources | nindent 8 }}
  volumes:
    - { name: tmp, emptyDir: {} }
    - name: secrets
      secret:
        secretName: {{ include "tracewell.secret" . }}
        defaultMode: 0440
        items: [{ key: masterKey, path: masterKey }]
    {{- if eq .Values.mode "external" }}
    - { name: data, emptyDir: {} }
    {{- else if .Values.embedded.persistence.existingClaim }}
    - { name: data, persistentVolumeClaim: { claimName: {{ .Values.embedded.persistence.existingClaim }} } }
    {{- end }}
    {{- with .Values.extraVolumes }}{{ toYaml . | nindent 4 }}{{ end }}
  {{- with .Values.nodeSelector }}
  nodeSelector: {{ toYaml . | nindent 4 }}
  {{- end }}
  {{- with .Values.tolerations }}
  tolerations: {{ toYaml . | nindent 4 }}
  {{- end }}
  {{- with .Values.affinity }}
  affinity: {{ toYaml . | nindent 4 }}
  {{- end }}
  {{- with .Values.topologySpreadConstraints }}
  topologySpreadConstraints: {{ toYaml . | nindent 4 }}
  {{- end }}
{{- end }}
