{{- define "agent.selector" -}}
app.kubernetes.io/name: node-agent
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "agent.labels" -}}
{{ include "agent.selector" . }}
{{ include "controller.commonLabels" . }}
{{- end -}}
