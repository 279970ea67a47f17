{{- define "wharfinger.labels" -}}
app.kubernetes.io/name: wharfinger
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "wharfinger.image" -}}
image: '{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}'
securityContext:
  readOnlyRootFilesystem: true
  allowPrivilegeEscalation: false
  capabilities: { drop: [ALL] }
{{- end }}

{{- define "wharfinger.pod" -}}
imagePullSecrets: {{ toJson .Values.image.pullSecrets }}
automountServiceAccountToken: false
# the user `node` of the image
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  seccompProfile: { type: RuntimeDefault }
{{- end }}

{{- /* The address of the role that serves. CloudNativePG keeps the password of a role, not its address. */}}
{{- define "wharfinger.serviceUrl" -}}
{{- if .Values.database.cluster }}
- name: SERVICE_PASSWORD
  valueFrom: { secretKeyRef: { name: '{{ .Values.database.cluster }}-service', key: password } }
- name: DATABASE_URL
  value: 'postgres://wharfinger_service:$(SERVICE_PASSWORD)@{{ .Values.database.cluster }}-rw:5432/wharfinger'
{{- if .Values.database.reads }}
- name: DATABASE_READ_URL
  value: 'postgres://wharfinger_service:$(SERVICE_PASSWORD)@{{ .Values.database.cluster }}-ro:5432/wharfinger'
{{- end }}
{{- else }}
- name: DATABASE_URL
  valueFrom: { secretKeyRef: { name: '{{ .Values.database.secret }}', key: service } }
{{- if .Values.database.reads }}
- name: DATABASE_READ_URL
  valueFrom: { secretKeyRef: { name: '{{ .Values.database.secret }}', key: read } }
{{- end }}
{{- end }}
{{- end }}

{{- /* The address of the owner, for jobs alone. */}}
{{- define "wharfinger.ownerUrl" -}}
{{- if .Values.database.cluster }}
- name: DATABASE_URL
  valueFrom: { secretKeyRef: { name: '{{ .Values.database.cluster }}-app', key: uri } }
{{- else }}
- name: DATABASE_URL
  valueFrom: { secretKeyRef: { name: '{{ .Values.database.secret }}', key: owner } }
{{- end }}
{{- end }}
