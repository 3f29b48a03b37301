{{- /* A parent of several charts can give values for all of them under global.azure. They take the place of the chart's own; each template
     begins with this, since nobody knows which one Helm renders first. */ -}}
{{- define "controller.globals" -}}
{{- with (.Values.global | default dict).azure -}}
{{- include "controller.overwrite" (dict "values" $.Values "by" .) -}}
{{- end -}}
{{- if .Values.shadow -}}
{{- /* A shadow is a dry run that judges. */ -}}
{{- $_ := set .Values "dryRun" true -}}
{{- end -}}
{{- end -}}

{{- /* Unlike those of Helm's own functions, empty texts and false count. */ -}}
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
