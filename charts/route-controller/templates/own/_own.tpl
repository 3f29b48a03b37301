{{- /* What only this chart has, called by the templates that all three charts share. It has the chart's name,
     since a parent of several charts has the templates of all of them. */ -}}

{{- define "route-controller.rules" -}}
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

{{- define "route-controller.arguments" -}}{{- end -}}

{{- define "route-controller.checks" -}}{{- end -}}

{{- define "route-controller.notes" -}}
It keeps the route table of the cloud config{{ if not (index .Values.flags "cluster-cidr") }}, once flags.cluster-cidr names the range of pod addresses: without it, it only watches{{ end }}.
{{- end -}}
