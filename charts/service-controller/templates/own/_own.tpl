{{- /* The parts that only this chart has, called by the templates that all three charts share. Their names start with the chart's name,
     because a parent chart contains the templates of all its charts. */ -}}

{{- define "service-controller.rules" -}}
- apiGroups: [""]
  resources: [services]
  verbs: [get, list, watch]
# The finalizer is also written through the status subresource.
- apiGroups: [""]
  resources: [services/status]
  verbs: [patch]
- apiGroups: [""]
  resources: [nodes]
  verbs: [list, watch]
{{- if include "controller.flatConfiguration" . | regexMatch "(?m)^azureccm\\.draining\\." }}
# For the condition of Nodes that receive no new connections.
- apiGroups: [""]
  resources: [nodes/status]
  verbs: [patch]
{{- end }}
# Watched only with several load balancers: they are selected by namespace labels and serve the nodes on which pods run.
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

{{- /* The policies enforce what the settings say about tenants. */ -}}
{{- define "service-controller.additionalIps" -}}
{{- $default := ternary "none" "checked" (has "tenants" .Values.profiles) -}}
{{- get (include "controller.flatConfiguration" . | fromYaml) "azureccm.tenants.additionalpublicips" | default $default | lower -}}
{{- end -}}

{{- /* A list in CEL: '*' for any group. */ -}}
{{- define "service-controller.resourceGroups" -}}
{{- $settings := include "controller.flatConfiguration" . | fromYaml -}}
{{- $groups := ternary "" "*" (has "tenants" .Values.profiles) -}}
{{- if hasKey $settings "azureccm.tenants.resourcegroups" -}}
{{- $groups = get $settings "azureccm.tenants.resourcegroups" -}}
{{- end -}}
{{- if not (kindIs "slice" $groups) -}}
{{- $groups = splitList "," (toString $groups) -}}
{{- end -}}
{{- $names := list -}}
{{- range $groups -}}
{{- with trim (toString .) -}}
{{- if contains "'" . -}}
{{- fail (printf "settings.tenants.resource-groups: %s is not the name of a resource group" .) -}}
{{- end -}}
{{- $names = append $names (printf "'%s'" (lower .)) -}}
{{- end -}}
{{- end -}}
[{{ join ", " $names }}]
{{- end -}}

{{- define "service-controller.arguments" -}}
{{- if .Values.resourceLease -}}
- --azure-resource-lease
{{- end -}}
{{- end -}}

{{- define "service-controller.checks" -}}
{{- if hasKey .Values.flags "azure-resource-lease" -}}
{{- fail "flags.azure-resource-lease: this flag is set by resourceLease, which also grants the permissions" -}}
{{- end -}}
{{- with get .Values.flags "load-balancer-class" -}}
{{- if eq $.Values.leaderElection.resourceName "azure-service-controller" -}}
{{- fail "leaderElection.resourceName: with flags.load-balancer-class, the release needs a lease of its own: set another name, such as azure-service-controller-class" -}}
{{- end -}}
{{- range $.Values.waitForLeases -}}
{{- if hasSuffix "/cloud-controller-manager" . -}}
{{- fail (printf "waitForLeases: with flags.load-balancer-class, the controller works beside the one that holds %s: set waitForLeases to []" .) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- end -}}

{{- define "service-controller.notes" -}}
The log shows what it would do and what it does: each plan is printed before it is carried out.
{{- with get .Values.flags "load-balancer-class" }}
It serves only Services with spec.loadBalancerClass: {{ . }}, beside the controller of the others: see docs/guides/switch-over.md.
{{- else }}
Only one program may manage the load balancers of a cluster: see docs/guides/switch-over.md.
{{- end }}
{{- if ne .Values.admission.mode "Off" }}
Services are validated when they are applied (admission.mode={{ .Values.admission.mode }}): see docs/guides/admission.md.
{{- end }}
{{- end -}}
