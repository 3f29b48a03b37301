{{- /* What only this chart has, called by the templates that all three charts share. */ -}}

{{- define "own.rules" -}}
- apiGroups: [""]
  resources: [nodes]
  verbs: [get, list, watch, patch, delete]
- apiGroups: [""]
  resources: [nodes/status]
  verbs: [patch]
- apiGroups: [""]
  resources: [events]
  verbs: [create, patch]
{{- end -}}

{{- define "own.arguments" -}}
{{- if and .Values.agent.enabled (not (hasKey .Values.flags "controllers")) -}}
- --controllers=*,-cloud-node
{{- end -}}
{{- end -}}

{{- /* Two programs that initialise nodes would write the same labels. */ -}}
{{- define "own.checks" -}}
{{- if and .Values.agent.enabled (hasKey .Values.flags "controllers") -}}
{{- $controllers := splitList "," (index .Values.flags "controllers" | toString) -}}
{{- $off := or (has "-cloud-node" $controllers) (has "-cloud-node-controller" $controllers) -}}
{{- $on := or (has "*" $controllers) (has "cloud-node" $controllers) (has "cloud-node-controller" $controllers) -}}
{{- if and $on (not $off) -}}
{{- fail (printf "flags.controllers=%s: with agent.enabled the agents initialise nodes, so that the controller must not: add -cloud-node, or leave the flag out" (index .Values.flags "controllers")) -}}
{{- end -}}
{{- end -}}
{{- end -}}

{{- define "own.notes" -}}
{{- if .Values.agent.enabled -}}
An agent on each Linux node initialises it from its metadata service; the controller taints and deletes Nodes.
{{- else -}}
It initialises Nodes and deletes those whose machine is gone.
{{- end }} With the flag allocate-node-cidrs it also gives them pod CIDRs.
{{- end -}}
