{{- define "agent.selector" -}}
app.kubernetes.io/name: node-agent
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "agent.serviceAccount" -}}
{{- .Values.agent.serviceAccount.name | default (printf "%s-agent" (include "controller.fullname" .)) -}}
{{- end -}}

{{- /* Kubernetes has the policies, and names the node in the token of a pod, from 1.30 on. */ -}}
{{- define "agent.restricted" -}}
{{- if and .Values.agent.enabled .Values.agent.restrictToOwnNode (semverCompare ">=1.30.0-0" .Capabilities.KubeVersion.Version) -}}
true
{{- end -}}
{{- end -}}

{{- /* With the probe proxy, maxUnavailable becomes maxSurge: new pods are created in addition to the old ones. */ -}}
{{- define "agent.updateStrategy" -}}
{{- $strategy := deepCopy .Values.agent.updateStrategy -}}
{{- $rolling := $strategy.rollingUpdate | default dict -}}
{{- if and .Values.agent.probeProxy.enabled (eq $strategy.type "RollingUpdate") (not (hasKey $rolling "maxSurge")) -}}
{{- $rolling = dict "maxSurge" ($rolling.maxUnavailable | default 1) "maxUnavailable" 0 -}}
{{- $_ := set $strategy "rollingUpdate" $rolling -}}
{{- end -}}
{{- toYaml $strategy -}}
{{- end -}}
