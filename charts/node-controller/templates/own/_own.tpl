{{- /* What only this chart has, called by the templates that all three charts share. It has the chart's name,
     since a parent of several charts has the templates of all of them. */ -}}

{{- define "node-controller.rules" -}}
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

{{- define "node-controller.arguments" -}}
{{- if and .Values.agent.enabled (not (hasKey .Values.flags "controllers")) -}}
- --controllers=*,-cloud-node
{{- end -}}
{{- end -}}

{{- /* Two programs that initialise nodes would write the same labels; and no pod can wait for labels that it is to set itself. */ -}}
{{- define "node-controller.checks" -}}
{{- if .Values.agent.enabled -}}
{{- include "node-controller.labelChecks" (dict "key" "agent.nodeSelector" "labels" (keys .Values.agent.nodeSelector)) -}}
{{- else -}}
{{- include "node-controller.labelChecks" (dict "key" "nodeSelector" "labels" (keys .Values.nodeSelector)) -}}
{{- $spread := list -}}
{{- range .Values.topologySpreadConstraints -}}
{{- if eq .whenUnsatisfiable "DoNotSchedule" -}}{{- $spread = append $spread .topologyKey -}}{{- end -}}
{{- end -}}
{{- include "node-controller.labelChecks" (dict "key" "topologySpreadConstraints" "labels" $spread) -}}
{{- end -}}
{{- if and .Values.agent.probeProxy.enabled (not .Values.agent.enabled) -}}
{{- fail "agent.probeProxy.enabled: the probe proxy is a part of the agent, set agent.enabled, too" -}}
{{- end -}}
{{- if and .Values.agent.probeProxy.enabled (eq (int .Values.agent.probeProxy.port) (int .Values.agent.probeProxy.targetPort)) -}}
{{- fail (printf "agent.probeProxy.port=%d: kube-proxy has this port, by agent.probeProxy.targetPort; take another one such as 10356" (int .Values.agent.probeProxy.port)) -}}
{{- end -}}
{{- if and .Values.agent.enabled (hasKey .Values.flags "controllers") -}}
{{- $controllers := splitList "," (index .Values.flags "controllers" | toString) -}}
{{- $off := or (has "-cloud-node" $controllers) (has "-cloud-node-controller" $controllers) -}}
{{- $on := or (has "*" $controllers) (has "cloud-node" $controllers) (has "cloud-node-controller" $controllers) -}}
{{- if and $on (not $off) -}}
{{- fail (printf "flags.controllers=%s: with agent.enabled the agents initialise nodes, so that the controller must not: add -cloud-node, or leave the flag out" (index .Values.flags "controllers")) -}}
{{- end -}}
{{- end -}}
{{- end -}}

{{- define "node-controller.labelChecks" -}}
{{- range .labels -}}
{{- if regexMatch "^(topology\\.kubernetes\\.io|failure-domain\\.beta\\.kubernetes\\.io|topology\\.disk\\.csi\\.azure\\.com)/|instance-type$" . -}}
{{- fail (printf "%s: nodes have the label %s only once this program has initialised them, so that it would wait for itself on a new cluster" $.key .) -}}
{{- end -}}
{{- end -}}
{{- end -}}

{{- define "node-controller.notes" -}}
{{- if .Values.agent.enabled -}}
An agent on each Linux node initialises it from its metadata service; the controller taints and deletes Nodes.
{{- else -}}
It initialises Nodes and deletes those whose machine is gone.
{{- end }} With the flag allocate-node-cidrs it also gives them pod CIDRs.
{{- end -}}
