{{- /* The parts that only this chart has, called by the templates that all three charts share. Their names start with the chart's name,
     because a parent chart contains the templates of all its charts. */ -}}

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

{{- /* Two programs that initialise nodes would write the same labels, and a pod must not wait for labels that it sets itself. */ -}}
{{- define "node-controller.checks" -}}
{{- $names := .Files.Get "files/shared/names.yaml" | fromYaml -}}
{{- include "controller.flagChecks" (dict "value" "agent.flags" "flags" .Values.agent.flags "app" "node agent" "known" (get $names.flags .Chart.Name)) -}}
{{- if not (or .Values.agent.serviceAccount.create .Values.agent.serviceAccount.name) -}}
{{- fail "agent.serviceAccount.name: with agent.serviceAccount.create=false, set the name of an existing service account" -}}
{{- end -}}
{{- if .Values.agent.enabled -}}
{{- include "node-controller.labelChecks" (dict "key" "agent.nodeSelector" "labels" (keys (.Values.agent.nodeSelector | default dict))) -}}
{{- else -}}
{{- include "node-controller.labelChecks" (dict "key" "nodeSelector" "labels" (keys (.Values.nodeSelector | default dict))) -}}
{{- $spread := list -}}
{{- range .Values.topologySpreadConstraints -}}
{{- if eq .whenUnsatisfiable "DoNotSchedule" -}}{{- $spread = append $spread .topologyKey -}}{{- end -}}
{{- end -}}
{{- include "node-controller.labelChecks" (dict "key" "topologySpreadConstraints" "labels" $spread) -}}
{{- end -}}
{{- if and .Values.agent.probeProxy.enabled (not .Values.agent.enabled) -}}
{{- fail "agent.probeProxy.enabled: the probe proxy is part of the agent: set agent.enabled, too" -}}
{{- end -}}
{{- if and .Values.agent.probeProxy.enabled (eq (int .Values.agent.probeProxy.port) (int .Values.agent.probeProxy.targetPort)) -}}
{{- fail (printf "agent.probeProxy.port=%d: kube-proxy has this port, according to agent.probeProxy.targetPort: choose another one, such as 10356" (int .Values.agent.probeProxy.port)) -}}
{{- end -}}
{{- if and .Values.agent.enabled (hasKey .Values.flags "controllers") -}}
{{- $controllers := splitList "," (index .Values.flags "controllers" | toString) -}}
{{- $off := or (has "-cloud-node" $controllers) (has "-cloud-node-controller" $controllers) -}}
{{- $on := or (has "*" $controllers) (has "cloud-node" $controllers) (has "cloud-node-controller" $controllers) -}}
{{- if and $on (not $off) -}}
{{- fail (printf "flags.controllers=%s: with agent.enabled the agents initialise nodes, so the controller must not: add -cloud-node, or leave the flag out" (index .Values.flags "controllers")) -}}
{{- end -}}
{{- end -}}
{{- end -}}

{{- define "node-controller.labelChecks" -}}
{{- range .labels -}}
{{- if regexMatch "^(topology\\.kubernetes\\.io|failure-domain\\.beta\\.kubernetes\\.io|topology\\.disk\\.csi\\.azure\\.com)/|instance-type$" . -}}
{{- fail (printf "%s: nodes have the label %s only once this program has initialised them, so on a new cluster it would wait for itself" $.key .) -}}
{{- end -}}
{{- end -}}
{{- end -}}

{{- define "node-controller.notes" -}}
{{- if .Values.agent.enabled -}}
An agent on each Linux node initialises the Node from the metadata service; the controller taints and deletes Nodes.
{{- if not (include "agent.restricted" .) }} Each agent may patch every Node{{ if .Values.agent.restrictToOwnNode }}: the policy that restricts it to its own needs Kubernetes 1.30{{ end }}.
{{- end }}
{{- else -}}
It initialises Nodes and deletes Nodes whose machine no longer exists.
{{- end }} With the flag allocate-node-cidrs, it also allocates their pod CIDRs.
{{- end -}}
