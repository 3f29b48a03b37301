{{- /* Checks that a schema cannot express: contradictory values. Each message states what is valid. */ -}}
{{- define "controller.checks" -}}
{{- if not (or .Values.image.registry .Values.image.repository) -}}
{{- fail (printf "image.registry: there is no published image: build it with \"images/build %s\", push it to a registry that the cluster pulls from, and set image.registry to that registry, such as registry.example.com/azureccm, or image.repository to the full name of the image" .Chart.Name) -}}
{{- end -}}
{{- $found := list -}}
{{- range $key := list "secretName" "configMapName" "hostPath" -}}
{{- with index $.Values.cloudConfig $key -}}{{- $found = append $found (printf "%s=%s" $key .) -}}{{- end -}}
{{- end -}}
{{- if ne (len $found) 1 -}}
{{- fail (printf "cloudConfig: set exactly one of secretName, configMapName and hostPath, and the others to \"\"; found %s" (join ", " $found | default "none")) -}}
{{- end -}}
{{- if and .Values.caBundle.configMapName .Values.caBundle.secretName -}}
{{- fail (printf "caBundle: set configMapName or secretName, not both; found configMapName=%s, secretName=%s" .Values.caBundle.configMapName .Values.caBundle.secretName) -}}
{{- end -}}
{{- range $flag, $value := dict "cloud-config" "cloudConfig" "secure-port" "port" "cert-dir" "tls.secretName" "tls-cert-file" "tls.secretName" "tls-private-key-file" "tls.secretName" "dry-run" "dryRun" "shadow" "shadow" "leader-elect" "leaderElection.enabled" "leader-elect-resource-name" "leaderElection.resourceName" "leader-elect-resource-namespace" "the namespace of the release" "leader-elect-lease-duration" "leaderElection.leaseDuration" "leader-elect-renew-deadline" "leaderElection.renewDeadline" "leader-elect-retry-period" "leaderElection.retryPeriod" "wait-for-leases" "waitForLeases" -}}
{{- if hasKey $.Values.flags $flag -}}
{{- fail (printf "flags.%s: this flag is set by %s" $flag $value) -}}
{{- end -}}
{{- end -}}
{{- if has "agent" .Values.profiles -}}
{{- fail "profiles: agent is the profile of a program on each node, not of a controller: use agent.enabled of the chart node-controller" -}}
{{- end -}}
{{- if hasKey .Values.settings "leader-election" -}}
{{- fail "settings.leader-election: this setting is set by leaderElection.mode" -}}
{{- end -}}
{{- if hasKey .Values.settings "health" -}}
{{- fail "settings.health: this setting is set by healthPort" -}}
{{- end -}}
{{- if eq (int .Values.healthPort) (int .Values.port) -}}
{{- fail (printf "healthPort: %d is also the value of port: choose another one, or 0 for none" (int .Values.port)) -}}
{{- end -}}
{{- if not .Values.dryRun -}}
{{- include "controller.workloadChecks" . -}}
{{- end -}}
{{- if and (eq .Values.dnsPolicy "None") (not (hasKey .Values.dnsConfig "nameservers")) -}}
{{- fail "dnsPolicy: None needs dnsConfig.nameservers" -}}
{{- end -}}
{{- include (printf "%s.checks" .Chart.Name) . -}}
{{- end -}}

{{- define "controller.workloadChecks" -}}
{{- $deployment := eq .Values.kind "Deployment" -}}
{{- if and (not $deployment) (not .Values.leaderElection.enabled) -}}
{{- fail "kind: the pods of a DaemonSet need leaderElection.enabled=true: without leader election, set kind to Deployment and replicas to 1" -}}
{{- end -}}
{{- if and $deployment (gt (int .Values.replicas) 1) (not .Values.leaderElection.enabled) -}}
{{- fail (printf "replicas: %d instances need leaderElection.enabled=true: without leader election, set replicas to 1" (int .Values.replicas)) -}}
{{- end -}}
{{- if and $deployment (eq .Values.updateStrategy.type "OnDelete") -}}
{{- fail "updateStrategy.type: OnDelete is for a DaemonSet; a Deployment accepts RollingUpdate and Recreate" -}}
{{- end -}}
{{- if and (not $deployment) (eq .Values.updateStrategy.type "Recreate") -}}
{{- fail "updateStrategy.type: Recreate is for a Deployment; a DaemonSet accepts RollingUpdate and OnDelete" -}}
{{- end -}}
{{- if and (not $deployment) (not .Values.nodeSelector) (not .Values.affinity) -}}
{{- fail "nodeSelector: without one, a DaemonSet has a pod on every machine of the cluster: set nodeSelector or affinity, or set kind to Deployment" -}}
{{- end -}}
{{- end -}}

{{- /* A cluster without the CRDs of the Prometheus operator rejects its objects. */ -}}
{{- define "controller.needsPrometheusOperator" -}}
{{- if not (or .root.Values.monitoring.skipApiCheck (.root.Capabilities.APIVersions.Has "monitoring.coreos.com/v1")) -}}
{{- fail (printf "%s: the cluster does not know monitoring.coreos.com/v1: install the Prometheus operator first, or set monitoring.skipApiCheck=true if Helm cannot query the cluster (helm template)" .value) -}}
{{- end -}}
{{- end -}}
