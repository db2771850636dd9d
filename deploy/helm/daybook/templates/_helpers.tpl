{{- define "daybook.name" -}}
{{- default .Chart.Name .Values.nameOverride | trunc 63 | trimSuffix "-" -}}
{{- end -}}

{{/* 50 characters leave room for "-metrics" and the like. */}}
{{- define "daybook.fullname" -}}
{{- if .Values.fullnameOverride -}}
{{- .Values.fullnameOverride | trunc 50 | trimSuffix "-" -}}
{{- else -}}
{{- $name := default .Chart.Name .Values.nameOverride -}}
{{- if contains $name .Release.Name -}}
{{- .Release.Name | trunc 50 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name $name | trunc 50 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}
{{- end -}}

{{- define "daybook.selectorLabels" -}}
app.kubernetes.io/name: {{ include "daybook.name" . }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "daybook.labels" -}}
{{ include "daybook.selectorLabels" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" }}
{{- end -}}

{{- define "daybook.image" -}}
{{- $tag := default .Chart.AppVersion .Values.image.tag -}}
{{- if .Values.image.digest -}}
{{ .Values.image.repository }}:{{ $tag }}@{{ .Values.image.digest }}
{{- else -}}
{{ .Values.image.repository }}:{{ $tag }}
{{- end -}}
{{- end -}}

{{- define "daybook.serviceAccountName" -}}
{{- if .Values.serviceAccount.create -}}
{{- default (include "daybook.fullname" .) .Values.serviceAccount.name -}}
{{- else -}}
{{- default "default" .Values.serviceAccount.name -}}
{{- end -}}
{{- end -}}

{{- define "daybook.podSecurityContext" -}}
runAsNonRoot: true
{{- with .Values.podSecurityContext.runAsUser }}
runAsUser: {{ . | int64 }}
{{- end }}
{{- with .Values.podSecurityContext.runAsGroup }}
runAsGroup: {{ . | int64 }}
{{- end }}
{{- with .Values.podSecurityContext.fsGroup }}
fsGroup: {{ . | int64 }}
{{- end }}
seccompProfile:
  type: RuntimeDefault
{{- end -}}

{{- define "daybook.containerSecurityContext" -}}
allowPrivilegeEscalation: false
privileged: false
readOnlyRootFilesystem: true
runAsNonRoot: true
capabilities:
  drop: [ALL]
seccompProfile:
  type: RuntimeDefault
{{- end -}}

{{/* Settings that all processes share, the upgrade job included. */}}
{{- define "daybook.env" -}}
- name: DAYBOOK_DATABASE_URL
  valueFrom:
    secretKeyRef:
      name: {{ .Values.database.existingSecret }}
      key: {{ .Values.database.urlKey }}
{{- if .Values.database.directUrlKey }}
- name: DAYBOOK_DIRECT_DATABASE_URL
  valueFrom:
    secretKeyRef:
      name: {{ .Values.database.existingSecret }}
      key: {{ .Values.database.directUrlKey }}
{{- end }}
{{- if .Values.database.pooler }}
- name: DAYBOOK_DATABASE_POOLER
  value: "true"
{{- end }}
- name: DAYBOOK_SECRET_KEYS
  valueFrom:
    secretKeyRef:
      name: {{ .Values.secretKeys.existingSecret }}
      key: {{ .Values.secretKeys.key }}
- name: DAYBOOK_BASE_URL
  value: {{ .Values.baseUrl | quote }}
- name: DAYBOOK_CELL
  value: {{ .Values.cell | quote }}
- name: DAYBOOK_DATABASE_UPGRADE
  value: {{ ternary "manual" "auto" .Values.upgrade.enabled }}
{{- with .Values.trustedProxies }}
- name: DAYBOOK_TRUSTED_PROXIES
  value: {{ join "," . | quote }}
{{- end }}
{{- range $name, $value := .Values.settings }}
- name: {{ $name }}
  {{- /* A large number is a float for Helm and would be written as 1e+06. */}}
  value: {{ ternary (printf "%.0f" $value) (toString $value) (kindIs "float64" $value) | quote }}
{{- end }}
{{- range .Values.secretSettings }}
- name: {{ .name }}
  valueFrom:
    secretKeyRef:
      name: {{ .existingSecret }}
      key: {{ .key }}
{{- end }}
{{- end -}}

{{- define "daybook.volumeMounts" -}}
- name: tmp
  mountPath: /tmp
{{- if .Values.database.caSecret }}
- name: database-ca
  mountPath: /etc/daybook/database-ca
  readOnly: true
{{- end }}
{{- with .Values.extraVolumeMounts }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{- define "daybook.volumes" -}}
- name: tmp
  emptyDir:
    sizeLimit: {{ .Values.tmpSize }}
{{- if .Values.database.caSecret }}
- name: database-ca
  secret:
    secretName: {{ .Values.database.caSecret }}
    defaultMode: 0440
{{- end }}
{{- with .Values.extraVolumes }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{/* One deployment: (dict "root" $ "component" "api" "role" "api" "values" .Values.api "delaySeconds" 10) */}}
{{- define "daybook.deployment" -}}
{{- $root := .root -}}
{{- $name := printf "%s-%s" (include "daybook.fullname" $root) .component -}}
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ $name }}
  labels:
    {{- include "daybook.labels" $root | nindent 4 }}
    app.kubernetes.io/component: {{ .component }}
spec:
  {{- if not .values.autoscaling.enabled }}
  replicas: {{ .values.replicas | int }}
  {{- end }}
  revisionHistoryLimit: 5
  strategy:
    type: RollingUpdate
    rollingUpdate:
      maxSurge: 1
      maxUnavailable: 0
  selector:
    matchLabels:
      {{- include "daybook.selectorLabels" $root | nindent 6 }}
      app.kubernetes.io/component: {{ .component }}
  template:
    metadata:
      labels:
        {{- include "daybook.labels" $root | nindent 8 }}
        app.kubernetes.io/component: {{ .component }}
        {{- with .values.podLabels }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
      {{- with .values.podAnnotations }}
      annotations:
        {{- toYaml . | nindent 8 }}
      {{- end }}
    spec:
      serviceAccountName: {{ include "daybook.serviceAccountName" $root }}
      automountServiceAccountToken: false
      # Otherwise a service named "daybook" adds variables such as DAYBOOK_PORT=tcp://…, which Daybook rejects.
      enableServiceLinks: false
      terminationGracePeriodSeconds: {{ add $root.Values.stop.timeoutSeconds 5 }}
      securityContext:
        {{- include "daybook.podSecurityContext" $root | nindent 8 }}
      {{- with $root.Values.imagePullSecrets }}
      imagePullSecrets:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      {{- with .values.priorityClassName }}
      priorityClassName: {{ . }}
      {{- end }}
      containers:
        - name: daybook
          image: {{ include "daybook.image" $root | quote }}
          imagePullPolicy: {{ $root.Values.image.pullPolicy }}
          args: [serve]
          securityContext:
            {{- include "daybook.containerSecurityContext" $root | nindent 12 }}
          env:
            {{- include "daybook.env" $root | nindent 12 }}
            - name: DAYBOOK_ROLE
              value: {{ .role }}
            - name: DAYBOOK_HOST
              value: "0.0.0.0"
            - name: DAYBOOK_PORT
              value: "8080"
            - name: DAYBOOK_METRICS_PORT
              value: {{ $root.Values.metrics.port | int | quote }}
            - name: DAYBOOK_DATABASE_POOL_SIZE
              value: {{ .values.poolSize | int | quote }}
            - name: DAYBOOK_STOP_DELAY_MS
              value: {{ mul .delaySeconds 1000 | quote }}
            - name: DAYBOOK_STOP_TIMEOUT_MS
              value: {{ mul $root.Values.stop.timeoutSeconds 1000 | quote }}
          ports:
            - name: http
              containerPort: 8080
            - name: metrics
              containerPort: {{ $root.Values.metrics.port | int }}
          startupProbe:
            httpGet: { path: /health/live, port: http }
            periodSeconds: 2
            failureThreshold: 60
          livenessProbe:
            httpGet: { path: /health/live, port: http }
            periodSeconds: 10
            timeoutSeconds: 5
            failureThreshold: 6
          readinessProbe:
            httpGet: { path: /health/ready, port: http }
            periodSeconds: 2
            timeoutSeconds: 2
            failureThreshold: 2
          resources:
            {{- toYaml .values.resources | nindent 12 }}
          volumeMounts:
            {{- include "daybook.volumeMounts" $root | nindent 12 }}
      volumes:
        {{- include "daybook.volumes" $root | nindent 8 }}
      {{- with .values.nodeSelector }}
      nodeSelector:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      {{- with .values.tolerations }}
      tolerations:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      {{- with .values.affinity }}
      affinity:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      topologySpreadConstraints:
        {{- if .values.topologySpreadConstraints }}
        {{- toYaml .values.topologySpreadConstraints | nindent 8 }}
        {{- else }}
        - maxSkew: 1
          topologyKey: kubernetes.io/hostname
          whenUnsatisfiable: ScheduleAnyway
          labelSelector:
            matchLabels:
              {{- include "daybook.selectorLabels" $root | nindent 14 }}
              app.kubernetes.io/component: {{ .component }}
        {{- end }}
{{- end -}}

{{/* (dict "root" $ "component" "api" "values" .Values.api) */}}
{{- define "daybook.podDisruptionBudget" -}}
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  name: {{ include "daybook.fullname" .root }}-{{ .component }}
  labels:
    {{- include "daybook.labels" .root | nindent 4 }}
    app.kubernetes.io/component: {{ .component }}
spec:
  maxUnavailable: {{ .values.podDisruptionBudget.maxUnavailable }}
  selector:
    matchLabels:
      {{- include "daybook.selectorLabels" .root | nindent 6 }}
      app.kubernetes.io/component: {{ .component }}
{{- end -}}
