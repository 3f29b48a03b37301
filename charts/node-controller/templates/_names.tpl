{{- define "controller.fullname" -}}
{{- if .Values.fullnameOverride -}}
{{- .Values.fullnameOverride | trunc 63 | trimSuffix "-" -}}
{{- else if contains .Chart.Name .Release.Name -}}
{{- .Release.Name | trunc 63 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name .Chart.Name | trunc 63 | trimSuffix "-" -}}
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
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "controller.commonLabels" -}}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/part-of: azure-cloud-controllers
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end -}}

{{- define "controller.labels" -}}
{{ include "controller.selector" . }}
{{ include "controller.commonLabels" . }}
{{- end -}}

{{- /* The doctor's pods must not be selected as pods of the controller. */ -}}
{{- define "controller.doctorLabels" -}}
app.kubernetes.io/name: {{ .Chart.Name }}-doctor
app.kubernetes.io/instance: {{ .Release.Name }}
{{ include "controller.commonLabels" . }}
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
