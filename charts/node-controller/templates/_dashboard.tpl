{{- /* A Grafana dashboard out of the rows of panels in files/: two panels beside each other, below the title of their row. */ -}}
{{- define "controller.dashboard" -}}
{{- $source := dict "type" "prometheus" "uid" "${datasource}" -}}
{{- $panels := list -}}
{{- $y := 0 -}}
{{- range $file := list "files/own-dashboard.yaml" "files/plans-dashboard.yaml" "files/dashboard.yaml" -}}
{{- range $row := $.Files.Get $file | fromYamlArray -}}
{{- $place := dict "x" 0 "y" $y "w" 24 "h" 1 -}}
{{- $panels = append $panels (dict "id" (add1 (len $panels)) "type" "row" "title" $row.row "collapsed" false "panels" list "gridPos" $place) -}}
{{- $y = add1 $y -}}
{{- range $index, $panel := $row.panels -}}
{{- $targets := list -}}
{{- range $number, $query := $panel.queries -}}
{{- $id := printf "Q%d" (add1 $number) -}}
{{- $targets = append $targets (dict "refId" $id "datasource" $source "expr" $query.expr "legendFormat" $query.legend) -}}
{{- end -}}
{{- $field := dict "defaults" (dict "unit" ($panel.unit | default "short")) "overrides" list -}}
{{- $place := dict "x" (mul 12 (mod $index 2)) "y" (add $y (mul 8 (div $index 2))) "w" 12 "h" 8 -}}
{{- $entry := dict "id" (add1 (len $panels)) "type" "timeseries" "title" $panel.title "description" $panel.description -}}
{{- $panels = append $panels (merge $entry (dict "datasource" $source "targets" $targets "fieldConfig" $field "gridPos" $place)) -}}
{{- end -}}
{{- $y = add $y (mul 8 (div (add1 (len $row.panels)) 2)) -}}
{{- end -}}
{{- end -}}
{{- $job := include "controller.fullname" . -}}
{{- $choose := dict "name" "datasource" "label" "Data source" "type" "datasource" "query" "prometheus" -}}
{{- $text := dict "name" "job" "label" "Job" "type" "textbox" "query" $job "current" (dict "text" $job "value" $job) -}}
{{- $dashboard := dict "uid" (printf "azureccm-%s" .Chart.Name) "title" (printf "Azure %s" (replace "-" " " .Chart.Name)) -}}
{{- $dashboard = merge $dashboard (dict "tags" (list "azure" "kubernetes") "schemaVersion" 39 "version" 1 "editable" true) -}}
{{- $dashboard = merge $dashboard (dict "refresh" "30s" "time" (dict "from" "now-6h" "to" "now")) -}}
{{- merge $dashboard (dict "templating" (dict "list" (list $choose $text)) "panels" $panels) | mustToPrettyJson -}}
{{- end -}}
