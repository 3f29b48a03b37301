{{- /* A parent chart can set values for all its charts under global.azure. They override the values of the chart. Each template starts with
     this, because the order in which Helm renders templates is not defined. */ -}}
{{- define "controller.globals" -}}
{{- with (.Values.global | default dict).azure -}}
{{- include "controller.overwrite" (dict "values" $.Values "by" .) -}}
{{- end -}}
{{- if .Values.shadow -}}
{{- /* A shadow is a dry run that reports a verdict. */ -}}
{{- $_ := set .Values "dryRun" true -}}
{{- end -}}
{{- end -}}

{{- /* Unlike Helm's merge functions, this also applies empty strings and false. */ -}}
{{- define "controller.overwrite" -}}
{{- range $key, $value := .by -}}
{{- $own := get $.values $key -}}
{{- if and (kindIs "map" $own) (kindIs "map" $value) -}}
{{- include "controller.overwrite" (dict "values" $own "by" $value) -}}
{{- else -}}
{{- $_ := set $.values $key (mustDeepCopy $value) -}}
{{- end -}}
{{- end -}}
{{- end -}}
