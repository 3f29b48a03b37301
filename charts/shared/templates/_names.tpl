{{- define "controller.name" -}}
{{- .Values.nameOverride | default .Chart.Name | trunc 63 | trimSuffix "-" -}}
{{- end -}}

{{- define "controller.fullname" -}}
{{- $name := include "controller.name" . -}}
{{- if .Values.fullnameOverride -}}
{{- .Values.fullnameOverride | trunc 63 | trimSuffix "-" -}}
{{- else if contains $name .Release.Name -}}
{{- .Release.Name | trunc 63 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name $name | trunc 63 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{- /* The kind of the workload. A dry run is one pod: it does not elect a leader, so several pods would all do the same work. */ -}}
{{- define "controller.kind" -}}
{{- if .Values.dryRun }}Deployment{{ else }}{{ .Values.kind }}{{ end -}}
{{- end -}}

{{- define "controller.serviceAccount" -}}
{{- default (include "controller.fullname" .) .Values.serviceAccount.name -}}
{{- end -}}

{{- define "controller.selector" -}}
app.kubernetes.io/name: {{ include "controller.name" . }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- /* Takes "root"; "part" for objects whose pods must not be selected as pods of the controller; and further "labels", which take precedence
     over commonLabels. */ -}}
{{- define "controller.labels" -}}
app.kubernetes.io/name: {{ .part | default (include "controller.name" .root) }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/part-of: azure-cloud-controllers
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
{{- with merge dict (.labels | default dict) .root.Values.commonLabels }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{- /* Takes "root", and further "annotations", which take precedence over commonAnnotations. Empty if there are none. */ -}}
{{- define "controller.annotations" -}}
{{- with merge dict (.annotations | default dict) .root.Values.commonAnnotations }}
annotations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end -}}

{{- /* The metadata of an object: "root"; "name", if it is not the full name with a "suffix"; "namespace", if it has one; and what labels and
     annotations take. */ -}}
{{- define "controller.metadata" -}}
metadata:
  name: {{ .name | default (printf "%s%s" (include "controller.fullname" .root) (.suffix | default "")) }}
  {{- with .namespace }}
  namespace: {{ . }}
  {{- end }}
  labels:
    {{- include "controller.labels" . | nindent 4 }}
  {{- with include "controller.annotations" . }}
  {{- . | nindent 2 }}
  {{- end }}
{{- end -}}

{{- /* The metadata of a pod template: "root", and those of labels and annotations. */ -}}
{{- define "controller.podMetadata" -}}
metadata:
  labels:
    {{- include "controller.labels" . | nindent 4 }}
  {{- with include "controller.annotations" . }}
  {{- . | nindent 2 }}
  {{- end }}
{{- end -}}

{{- /* The labels of pods that the workload identity webhook changes. */ -}}
{{- define "controller.identityLabels" -}}
{{- if and .Values.workloadIdentity.clientId (not .Values.workloadIdentity.projectToken) -}}
azure.workload.identity/use: "true"
{{- end -}}
{{- end -}}

{{- /* What a binding binds: "root", "kind" and "name" or "suffix" of the role, and "account" and its
     "namespace", if it is not that of the controller. */ -}}
{{- define "controller.binds" -}}
roleRef:
  apiGroup: rbac.authorization.k8s.io
  kind: {{ .kind }}
  name: {{ .name | default (printf "%s%s" (include "controller.fullname" .root) (.suffix | default "")) }}
subjects:
  - kind: ServiceAccount
    name: {{ .account | default (include "controller.serviceAccount" .root) }}
    namespace: {{ .namespace | default .root.Release.Namespace }}
{{- end -}}

{{- /* What the workload identity webhook reads from a service account. */ -}}
{{- define "controller.identityAnnotations" -}}
{{- with .Values.workloadIdentity.clientId }}
azure.workload.identity/client-id: {{ . | quote }}
{{- end }}
{{- with .Values.workloadIdentity.tenantId }}
azure.workload.identity/tenant-id: {{ . | quote }}
{{- end }}
{{- end -}}

{{- /* The annotations of a hook with the given weight. */ -}}
{{- define "controller.doctorHook" -}}
helm.sh/hook: pre-install,pre-upgrade
helm.sh/hook-weight: {{ . | quote }}
helm.sh/hook-delete-policy: before-hook-creation,hook-succeeded
{{- end -}}

{{- define "controller.image" -}}
{{- $repository := .Values.image.repository | default (printf "%s/%s" (trimSuffix "/" .Values.image.registry) .Chart.Name) -}}
{{- if .Values.image.digest -}}
{{- printf "%s@%s" $repository .Values.image.digest -}}
{{- else -}}
{{- printf "%s:%s" $repository (.Values.image.tag | default (lower .Chart.AppVersion)) -}}
{{- end -}}
{{- end -}}
