{{- /* The parts that only this chart has, called by the templates that all three charts share. Their names start with the chart's name,
     because a parent chart contains the templates of all its charts. */ -}}

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
It maintains the route table of the cloud config{{ if not (index .Values.flags "cluster-cidr") }} once flags.cluster-cidr is set to the range of pod addresses; until then, it only watches{{ end }}.
{{- end -}}
