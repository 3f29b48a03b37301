{{- /* Parts of a pod, each a list without indentation. Used by the controller and by the agent of the node chart. */ -}}

{{- define "controller.environment" -}}
- name: JAVA_TOOL_OPTIONS
  value: {{ .javaOptions | quote }}
# Each additional glibc malloc arena holds memory that is never used.
- name: MALLOC_ARENA_MAX
  value: "2"
{{- with .root.Values.kubernetesApi.host }}
- name: KUBERNETES_SERVICE_HOST
  value: {{ . | quote }}
- name: KUBERNETES_SERVICE_PORT
  value: {{ $.root.Values.kubernetesApi.port | quote }}
{{- end }}
{{- with .profiles }}
- name: SPRING_PROFILES_ACTIVE
  value: {{ join "," . | quote }}
{{- end }}
{{- if include "controller.configuration" .root }}
- name: SPRING_CONFIG_ADDITIONAL_LOCATION
  value: file:/etc/azureccm/
{{- end }}
{{- if or .root.Values.caBundle.configMapName .root.Values.caBundle.secretName }}
- name: SSL_CERT_FILE
  value: /etc/azureccm-ca/{{ .root.Values.caBundle.key }}
{{- end }}
{{- end -}}

{{- define "controller.identityEnvironment" -}}
{{- if and .Values.workloadIdentity.clientId .Values.workloadIdentity.projectToken }}
- name: AZURE_CLIENT_ID
  value: {{ .Values.workloadIdentity.clientId | quote }}
{{- with .Values.workloadIdentity.tenantId }}
- name: AZURE_TENANT_ID
  value: {{ . | quote }}
{{- end }}
- name: AZURE_FEDERATED_TOKEN_FILE
  value: /var/run/secrets/azure/tokens/azure-identity-token
{{- end }}
{{- end -}}

{{- /* Spring calls 1024 times 1024 bytes MB. */ -}}
{{- define "controller.recordEnvironment" -}}
{{- if .Values.record.enabled }}
- name: AZURECCM_RECORD_FOLDER
  value: /var/run/azureccm/record
- name: AZURECCM_RECORD_SIZE
  value: {{ replace "i" "B" .Values.record.size | quote }}
{{- end }}
{{- end -}}

{{- /* A pod whose volume exceeds its limit is evicted. */ -}}
{{- define "controller.recordVolume" -}}
{{- $number := regexFind "^[0-9]+" .Values.record.size -}}
- name: record
  emptyDir:
    sizeLimit: {{ printf "%d%s" (mul 2 (int $number)) (trimPrefix $number .Values.record.size) }}
{{- end -}}

{{- /* The election on a ConfigMap knows instances by the names of their pods; in the host network, HOSTNAME would be the name of the node. */ -}}
{{- define "controller.electionEnvironment" -}}
{{- if and .Values.leaderElection.enabled (eq .Values.leaderElection.mode "configmap") }}
- name: AZURECCM_LEADERELECTION_MODE
  value: configmap
- name: HOSTNAME
  valueFrom:
    fieldRef:
      fieldPath: metadata.name
{{- end }}
{{- end -}}

{{- /* Takes a map of flags. Numbers of a values file are floating-point numbers, which would be printed as 1.2e+07. */ -}}
{{- define "controller.flagArguments" -}}
{{- range $flag, $value := . }}
- {{ printf "--%s=%s" $flag (kindIs "string" $value | ternary $value (toJson $value)) | quote }}
{{- end }}
{{- end -}}

{{- /* The leader election arguments, followed by the arguments of the individual chart and of the user. */ -}}
{{- define "controller.electionArguments" -}}
- --wait-for-leases={{ join "," .Values.waitForLeases }}
- --leader-elect={{ .Values.leaderElection.enabled }}
{{- if .Values.leaderElection.enabled }}
- --leader-elect-resource-name={{ .Values.leaderElection.resourceName }}
- --leader-elect-resource-namespace={{ .Release.Namespace }}
- --leader-elect-lease-duration={{ .Values.leaderElection.leaseDuration }}
- --leader-elect-renew-deadline={{ .Values.leaderElection.renewDeadline }}
- --leader-elect-retry-period={{ .Values.leaderElection.retryPeriod }}
{{- end }}
{{- with include (printf "%s.arguments" .Chart.Name) . }}
{{- . | nindent 0 }}
{{- end }}
{{- range .Values.extraArgs }}
- {{ . | quote }}
{{- end }}
{{- end -}}

{{- /* In the host network, the kubelet reaches the loopback address of the pods. */ -}}
{{- define "controller.probe" -}}
httpGet:
  path: {{ .path }}
  {{- if .root.Values.healthPort }}
  port: {{ .root.Values.healthPort }}
  {{- if .root.Values.hostNetwork }}
  host: 127.0.0.1
  {{- end }}
  {{- else }}
  port: actuator
  scheme: HTTPS
  {{- end }}
{{ toYaml .tuning }}
{{- end -}}

{{- /* Rules to detect whether another program does the same work. The name that a search selects counts as the name of its object. */ -}}
{{- define "controller.otherLeases" -}}
{{- $read := list -}}
{{- $found := list -}}
{{- range .Values.waitForLeases -}}
{{- $name := last (splitList "/" .) -}}
{{- $read = append $read $name -}}
{{- if hasPrefix "*/" . }}{{ $found = append $found $name }}{{ end -}}
{{- end -}}
{{- with uniq $read }}
- apiGroups: [coordination.k8s.io]
  resources: [leases]
  resourceNames: [{{ join ", " . }}]
  verbs: [get]
{{- end }}
{{- with uniq $found }}
- apiGroups: [coordination.k8s.io]
  resources: [leases]
  resourceNames: [{{ join ", " . }}]
  verbs: [list]
{{- end }}
{{- end -}}

{{- define "controller.mounts" -}}
- name: tmp
  mountPath: /tmp
{{- if include "controller.configuration" . }}
- name: configuration
  mountPath: /etc/azureccm
  readOnly: true
{{- end }}
{{- if or .Values.caBundle.configMapName .Values.caBundle.secretName }}
- name: ca-bundle
  mountPath: /etc/azureccm-ca
  readOnly: true
{{- end }}
{{- end -}}

{{- define "controller.volumes" -}}
{{- include "controller.volumesWith" (dict "root" . "configuration" (include "controller.fullname" .)) -}}
{{- end -}}

{{- /* Takes the name of the ConfigMap that contains application.yml. */ -}}
{{- define "controller.volumesWith" -}}
# The root file system is read-only; temporary files are stored here.
- name: tmp
  emptyDir: {}
{{- if include "controller.configuration" .root }}
- name: configuration
  configMap:
    name: {{ .configuration }}
{{- end }}
{{- with .root.Values.caBundle.configMapName }}
- name: ca-bundle
  configMap:
    name: {{ . }}
{{- end }}
{{- with .root.Values.caBundle.secretName }}
- name: ca-bundle
  secret:
    secretName: {{ . }}
{{- end }}
{{- end -}}

{{- define "controller.cloudConfigFile" -}}
/etc/azure/{{ base (.Values.cloudConfig.hostPath | default "azure.json") }}
{{- end -}}

{{- /* Of the node, only that file: its folder may contain keys of the cluster. */ -}}
{{- define "controller.cloudConfigMount" -}}
- name: cloud-config
  mountPath: {{ ternary (include "controller.cloudConfigFile" .) "/etc/azure" (ne .Values.cloudConfig.hostPath "") }}
  readOnly: true
{{- end -}}

{{- define "controller.cloudConfigVolume" -}}
- name: cloud-config
  {{- if .Values.cloudConfig.hostPath }}
  hostPath:
    path: {{ .Values.cloudConfig.hostPath }}
    type: File
  {{- else if .Values.cloudConfig.configMapName }}
  configMap:
    name: {{ .Values.cloudConfig.configMapName }}
    items:
      - key: {{ .Values.cloudConfig.key }}
        path: azure.json
  {{- else }}
  secret:
    secretName: {{ .Values.cloudConfig.secretName }}
    items:
      - key: {{ .Values.cloudConfig.key }}
        path: azure.json
  {{- end }}
{{- end -}}

{{- define "controller.identityMount" -}}
{{- if and .Values.workloadIdentity.clientId .Values.workloadIdentity.projectToken -}}
- name: azure-identity-token
  mountPath: /var/run/secrets/azure/tokens
  readOnly: true
{{- end -}}
{{- end -}}

{{- define "controller.identityVolume" -}}
{{- if and .Values.workloadIdentity.clientId .Values.workloadIdentity.projectToken -}}
- name: azure-identity-token
  projected:
    sources:
      - serviceAccountToken:
          path: azure-identity-token
          audience: api://AzureADTokenExchange
          expirationSeconds: 3600
{{- end -}}
{{- end -}}

{{- /* The node's resolver does not depend on pods that may be waiting for this pod. */ -}}
{{- define "controller.dns" -}}
dnsPolicy: {{ .root.Values.dnsPolicy | default (ternary "Default" "ClusterFirst" .hostNetwork) }}
{{- with .root.Values.dnsConfig }}
dnsConfig:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end -}}

{{- define "controller.affinity" -}}
{{- if .Values.affinity -}}
{{ toYaml .Values.affinity }}
{{- else if and (eq (include "controller.kind" .) "Deployment") .Values.hostNetwork -}}
# Two pods cannot use the same host port.
podAntiAffinity:
  requiredDuringSchedulingIgnoredDuringExecution:
    - topologyKey: kubernetes.io/hostname
      labelSelector:
        matchLabels:
          {{- include "controller.selector" . | nindent 10 }}
{{- else if eq (include "controller.kind" .) "Deployment" -}}
podAntiAffinity:
  preferredDuringSchedulingIgnoredDuringExecution:
    - weight: 100
      podAffinityTerm:
        topologyKey: kubernetes.io/hostname
        labelSelector:
          matchLabels:
            {{- include "controller.selector" . | nindent 12 }}
{{- end -}}
{{- end -}}

{{- define "controller.spread" -}}
{{- if eq (include "controller.kind" .) "Deployment" -}}
{{- $pods := dict "labelSelector" (dict "matchLabels" (include "controller.selector" . | fromYaml)) -}}
{{- range .Values.topologySpreadConstraints }}
- {{- (hasKey . "labelSelector" | ternary . (merge (deepCopy .) $pods)) | toYaml | nindent 2 }}
{{- end -}}
{{- end -}}
{{- end -}}

{{- /* The application.yml from the values; empty if the values contain none. */ -}}
{{- define "controller.configuration" -}}
{{- $config := deepCopy .Values.springConfig -}}
{{- with .Values.monitoring.alerts.runbookBase -}}
{{- $config = mustMerge $config (dict "azureccm" (dict "conditions" (dict "page-base" .))) -}}
{{- end -}}
{{- if .Values.settings -}}
{{- $config = mustMergeOverwrite $config (dict "azureccm" .Values.settings) -}}
{{- end -}}
{{- if $config -}}{{ toYaml $config }}{{- end -}}
{{- end -}}

{{- /* The same as a flat map, however its keys are written: in lower case, without dashes, the parts joined by dots. */ -}}
{{- define "controller.flatConfiguration" -}}
{{- $flat := dict -}}
{{- include "controller.flatten" (dict "at" "" "tree" (include "controller.configuration" . | fromYaml) "into" $flat) -}}
{{- toYaml $flat -}}
{{- end -}}

{{- define "controller.flatten" -}}
{{- range $key, $value := .tree -}}
{{- $path := printf "%s%s" $.at $key | lower | replace "-" "" | replace "_" "" -}}
{{- $list := regexReplaceAll "\\[[0-9]+\\]$" $path "" -}}
{{- if kindIs "map" $value -}}
{{- include "controller.flatten" (dict "at" (printf "%s." $path) "tree" $value "into" $.into) -}}
{{- else if ne $list $path -}}
{{- $_ := set $.into $list (append (get $.into $list | default list) $value) -}}
{{- else -}}
{{- $_ := set $.into $path $value -}}
{{- end -}}
{{- end -}}
{{- end -}}

{{- /* Changed settings replace the pods. */ -}}
{{- define "controller.configurationAnnotations" -}}
{{- with include "controller.configuration" . -}}
checksum/configuration: {{ sha256sum . | trunc 16 | quote }}
{{- end -}}
{{- end -}}

{{- /* The default values contain rollingUpdate; it is only valid with the type RollingUpdate. */ -}}
{{- define "controller.updateStrategy" -}}
{{- if eq .type "RollingUpdate" -}}{{ toYaml . }}{{- else -}}type: {{ .type }}{{- end -}}
{{- end -}}
