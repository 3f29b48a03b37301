{{- /* What only this chart has, called by the templates that all three charts share. It has the chart's name,
     since a parent of several charts has the templates of all of them. */ -}}

{{- define "service-controller.rules" -}}
- apiGroups: [""]
  resources: [services]
  verbs: [get, list, watch]
# The finalizer goes through the status, too.
- apiGroups: [""]
  resources: [services/status]
  verbs: [patch]
- apiGroups: [""]
  resources: [nodes]
  verbs: [list, watch]
{{- if get .Values.settings "draining" }}
# The condition of Nodes that get no new connections.
- apiGroups: [""]
  resources: [nodes/status]
  verbs: [patch]
{{- end }}
# Watched only with several load balancers, which are chosen by labels of namespaces and serve where pods run.
- apiGroups: [""]
  resources: [namespaces]
  verbs: [list, watch]
- apiGroups: [discovery.k8s.io]
  resources: [endpointslices]
  verbs: [list, watch]
- apiGroups: [""]
  resources: [events]
  verbs: [create, patch]
{{- end -}}

{{- define "service-controller.arguments" -}}
{{- if .Values.resourceLease -}}
- --azure-resource-lease
{{- end -}}
{{- end -}}

{{- define "service-controller.checks" -}}
{{- if hasKey .Values.flags "azure-resource-lease" -}}
{{- fail "flags.azure-resource-lease: this flag is set by resourceLease, which also gives the rights" -}}
{{- end -}}
{{- end -}}

{{- define "service-controller.notes" -}}
See what it would do, and does, in its log: each plan is printed before it is carried out.
Only one program may manage the load balancers of a cluster: see docs/guides/switch-over.md.
{{- if ne .Values.admission.mode "Off" }}
Services are checked when they are applied (admission.mode={{ .Values.admission.mode }}): see docs/guides/admission.md.
{{- end }}
{{- end -}}
