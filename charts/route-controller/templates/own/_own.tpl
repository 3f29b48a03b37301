{{- /* What only this chart has, called by the templates that all three charts share. */ -}}

{{- define "own.rules" -}}
- apiGroups: [""]
  resources: [nodes]
  verbs: [get, list, watch]
- apiGroups: [""]
  resources: [nodes/status]
  verbs: [patch]
- apiGroups: [""]
  resources: [events]
  verbs: [create, patch]
{{- end -}}

{{- define "own.arguments" -}}{{- end -}}

{{- define "own.checks" -}}{{- end -}}

{{- define "own.notes" -}}
It keeps the route table of the cloud config{{ if not (index .Values.flags "cluster-cidr") }}, once flags.cluster-cidr names the range of pod addresses: without it, it only watches{{ end }}.
{{- end -}}
