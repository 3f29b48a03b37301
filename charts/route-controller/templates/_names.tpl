{{- define "controller.fullname" -}}
{{- if contains .Chart.Name .Release.Name -}}
{{- .Release.Name | trunc 63 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name .Chart.Name | trunc 63 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{- define "controller.serviceAccount" -}}
{{- default (include "controller.fullname" .) .Values.serviceAccount.name -}}
{{- end -}}

{{- define "controller.selector" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "controller.labels" -}}
{{ include "controller.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/part-of: azure-cloud-controllers
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end -}}
