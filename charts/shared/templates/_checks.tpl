{{- /* Checks that a schema cannot express: contradictory values. Each message states what is valid. */ -}}
{{- define "controller.checks" -}}
{{- if not (or .Values.image.registry .Values.image.repository) -}}
{{- fail (printf "image.registry: there is no published image: build it with \"images/build %s\", push it to a registry that the cluster pulls from, and set image.registry to that registry, such as registry.example.com/azureccm, or image.repository to the full name of the image" .Chart.Name) -}}
{{- end -}}
{{- include "controller.globalChecks" . -}}
{{- $names := $.Files.Get "files/shared/names.yaml" | fromYaml -}}
{{- include "controller.flagChecks" (dict "value" "flags" "flags" .Values.flags "app" .Chart.Name "known" (get $names.flags .Chart.Name)) -}}
{{- range $value, $tree := dict "settings" .Values.settings "springConfig.azureccm" (get .Values.springConfig "azureccm" | default dict) -}}
{{- include "controller.settingChecks" (dict "value" $value "at" "" "tree" $tree "known" $names.settings) -}}
{{- end -}}
{{- if not (or .Values.serviceAccount.create .Values.serviceAccount.name) -}}
{{- fail "serviceAccount.name: with serviceAccount.create=false, set the name of an existing service account" -}}
{{- end -}}
{{- if and .Values.doctor.enabled .Values.serviceAccount.create (not .Values.rbac.create) -}}
{{- fail "doctor.enabled: with rbac.create=false, the doctor needs a service account that exists before the release: set serviceAccount.create=false and serviceAccount.name" -}}
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
{{- range $key, $_ := .Values.settings -}}
{{- $group := first (splitList "." $key) | lower | replace "-" "" -}}
{{- range $own, $value := dict "leader-election" "leaderElection.mode" "record" "record" "health" "healthPort" -}}
{{- if eq $group (replace "-" "" $own) -}}
{{- fail (printf "settings.%s: this setting is set by %s" $own $value) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- if hasKey (include "controller.flatConfiguration" . | fromYaml) "azureccm.leaderelection.mode" -}}
{{- fail "springConfig.azureccm.leader-election.mode: this setting is set by leaderElection.mode" -}}
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

{{- /* What three charts of one release cannot share. */ -}}
{{- define "controller.globalChecks" -}}
{{- $all := (.Values.global | default dict).azure | default dict -}}
{{- $distinct := list "nameOverride" "fullnameOverride" "image.repository" "image.digest" "leaderElection.resourceName" -}}
{{- if .Values.hostNetwork }}{{ $distinct = concat $distinct (list "port" "healthPort") }}{{ end -}}
{{- if .Values.serviceAccount.create }}{{ $distinct = append $distinct "serviceAccount.name" }}{{ end -}}
{{- range $path := $distinct -}}
{{- $at := $all -}}
{{- range splitList "." $path }}{{ $at = get ($at | default dict) . }}{{ end -}}
{{- if $at -}}
{{- fail (printf "global.azure.%s: the controllers cannot share it: set %s of each chart" $path $path) -}}
{{- end -}}
{{- end -}}
{{- end -}}

{{- define "controller.flagChecks" -}}
{{- range $flag, $_ := .flags -}}
{{- if not (has $flag $.known) -}}
{{- $near := list -}}
{{- range $.known -}}
{{- if or (eq (first (splitList "-" .)) (first (splitList "-" $flag))) (eq (last (splitList "-" .)) (last (splitList "-" $flag))) }}{{ $near = append $near . }}{{ end -}}
{{- end -}}
{{- fail (printf "%s.%s: the %s has no such flag%s; docs/resources/flags.md lists all of them" $.value $flag $.app (ternary (printf "; it has %s" (join ", " $near)) "" (gt (len $near) 0))) -}}
{{- end -}}
{{- end -}}
{{- end -}}

{{- /* Spring also accepts names in camel case and parts of a name joined by dots. A known name that ends in .* has keys of the user below it. */ -}}
{{- define "controller.settingChecks" -}}
{{- range $key, $setting := .tree -}}
{{- $path := printf "%s%s" $.at $key -}}
{{- $plain := regexReplaceAll "\\[[0-9]+]$" $path "" | lower | replace "-" "" | replace "_" "" -}}
{{- $leaf := false -}}
{{- $group := false -}}
{{- $near := list -}}
{{- range $name := $.known -}}
{{- $known := $name | replace "-" "" -}}
{{- $stem := trimSuffix ".*" $known -}}
{{- if or (eq $plain $stem) (and (ne $known $stem) (hasPrefix (printf "%s." $stem) $plain)) }}{{ $leaf = true }}{{ end -}}
{{- if hasPrefix (printf "%s." $plain) $stem }}{{ $group = true }}{{ end -}}
{{- if eq (first (splitList "." $known)) (first (splitList "." $plain)) }}{{ $near = append $near $name }}{{ end -}}
{{- end -}}
{{- if and $group (kindIs "map" $setting) (not $leaf) -}}
{{- include "controller.settingChecks" (dict "value" $.value "at" (printf "%s." $path) "tree" $setting "known" $.known) -}}
{{- else if not $leaf -}}
{{- fail (printf "%s.%s: there is no such setting%s; docs/resources/settings.md lists all of them" $.value $path (ternary (printf "; there are %s" (join ", " $near)) "" (gt (len $near) 0))) -}}
{{- end -}}
{{- end -}}
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
