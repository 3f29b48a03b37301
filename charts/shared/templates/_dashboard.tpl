{{- /*
Builds a Grafana dashboard from the panels in files/, ordered by the questions that an operator asks. Each question starts with the numbers
(six per row), followed by tables and graphs (two per row).
*/ -}}
{{- define "controller.dashboard" -}}
{{- $source := dict "type" "prometheus" "uid" "${datasource}" -}}
{{- $questions := list "Is anything wrong?" "What is waiting, and for what?" "What was written?" "How near are limits?" "Details" -}}
{{- $rows := dict -}}
{{- range $file := list "files/shared/dashboard.yaml" "files/plans/dashboard.yaml" "files/own-dashboard.yaml" -}}
{{- range $row := $.Files.Get $file | fromYamlArray -}}
{{- if not (has $row.row $questions) }}{{ fail (printf "%s: the dashboard has no row %q" $file $row.row) }}{{ end -}}
{{- $_ := set $rows $row.row (concat (get $rows $row.row | default list) $row.panels) -}}
{{- end -}}
{{- end -}}
{{- $panels := list -}}
{{- $y := 0 -}}
{{- range $question := $questions -}}
{{- $place := dict "x" 0 "y" $y "w" 24 "h" 1 -}}
{{- $panels = append $panels (dict "id" (add1 (len $panels)) "type" "row" "title" $question "collapsed" false "panels" list "gridPos" $place) -}}
{{- $y = add1 $y -}}
{{- range $kind := list "stat" "table" "timeseries" -}}
{{- $columns := ternary 6 2 (eq $kind "stat") -}}
{{- $width := div 24 $columns -}}
{{- $height := ternary 4 8 (eq $kind "stat") -}}
{{- $count := 0 -}}
{{- range $panel := get $rows $question -}}
{{- if eq ($panel.show | default "timeseries") $kind -}}
{{- $place := dict "x" (mul $width (mod $count $columns)) "y" (add $y (mul $height (div $count $columns))) "w" $width "h" $height -}}
{{- $count = add1 $count -}}
{{- $targets := list -}}
{{- range $number, $query := $panel.queries -}}
{{- $target := dict "refId" (printf "Q%d" (add1 $number)) "datasource" $source "expr" $query.expr "legendFormat" $query.legend -}}
{{- if ne $kind "timeseries" }}{{ $_ := set $target "instant" true }}{{ end -}}
{{- if eq $kind "table" }}{{ $_ := set $target "format" "table" }}{{ end -}}
{{- $targets = append $targets $target -}}
{{- end -}}
{{- $defaults := dict "unit" ($panel.unit | default "short") -}}
{{- if $panel.redFrom -}}
{{- $steps := list (dict "color" "green" "value" nil) (dict "color" "red" "value" $panel.redFrom) -}}
{{- $_ := set $defaults "thresholds" (dict "mode" "absolute" "steps" $steps) -}}
{{- else if $panel.redBelow -}}
{{- $steps := list (dict "color" "red" "value" nil) (dict "color" "green" "value" $panel.redBelow) -}}
{{- $_ := set $defaults "thresholds" (dict "mode" "absolute" "steps" $steps) -}}
{{- else if eq $kind "stat" -}}
{{- $_ := set $defaults "thresholds" (dict "mode" "absolute" "steps" (list (dict "color" "text" "value" nil))) -}}
{{- end -}}
{{- $entry := dict "id" (add1 (len $panels)) "type" $kind "title" $panel.title "description" $panel.description -}}
{{- if eq $kind "stat" -}}
{{- $_ := set $entry "options" (dict "colorMode" "value" "reduceOptions" (dict "calcs" (list "lastNotNull"))) -}}
{{- else if eq $kind "table" -}}
{{- $_ := set $entry "options" (dict "sortBy" (list (dict "displayName" "Value" "desc" true))) -}}
{{- $_ := set $entry "transformations" (list (dict "id" "organize" "options" (dict "excludeByName" (dict "Time" true)))) -}}
{{- end -}}
{{- $field := dict "defaults" $defaults "overrides" list -}}
{{- $panels = append $panels (merge $entry (dict "datasource" $source "targets" $targets "fieldConfig" $field "gridPos" $place)) -}}
{{- end -}}
{{- end -}}
{{- $y = add $y (mul $height (div (add $count $columns -1) $columns)) -}}
{{- end -}}
{{- end -}}
{{- $job := include "controller.fullname" . -}}
{{- $choose := dict "name" "datasource" "label" "Data source" "type" "datasource" "query" "prometheus" -}}
{{- $all := dict "text" "All" "value" "$__all" -}}
{{- $cluster := dict "name" "cluster" "label" "Cluster" "type" "query" "datasource" $source "refresh" 2 -}}
{{- $cluster = merge $cluster (dict "query" "label_values(controller_phase, cluster)" "includeAll" true "allValue" ".*" "current" $all) -}}
{{- $jobs := dict "name" "job" "label" "Job" "type" "query" "datasource" $source "refresh" 2 -}}
{{- $jobs = merge $jobs (dict "query" "label_values(controller_phase{cluster=~\"$cluster\"}, job)" "current" (dict "text" $job "value" $job)) -}}
{{- $dashboard := dict "uid" (printf "azureccm-%s" .Chart.Name) "title" (printf "Azure %s" (replace "-" " " .Chart.Name)) -}}
{{- $dashboard = merge $dashboard (dict "tags" (list "azure" "kubernetes") "schemaVersion" 39 "version" 2 "editable" true) -}}
{{- $dashboard = merge $dashboard (dict "refresh" "30s" "time" (dict "from" "now-6h" "to" "now")) -}}
{{- merge $dashboard (dict "templating" (dict "list" (list $choose $cluster $jobs)) "panels" $panels) | mustToPrettyJson -}}
{{- end -}}
