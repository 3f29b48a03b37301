package io.azureccm.e2e.cluster.rules;

import com.fasterxml.jackson.databind.node.ObjectNode;

import io.azureccm.e2e.cluster.json.Json;

/** Deployments and similar kinds are only stored: no pods are created from them. */
record WorkloadRules(boolean scaled) implements KindRules {
    @Override
    public void fillDefaults(ObjectNode workload) {
        ObjectNode spec = Json.ensure(workload, "spec");
        if (scaled && !spec.has("replicas"))
            spec.put("replicas", 1);
    }

    @Override
    public void prepareCreate(ObjectNode workload) {
        workload.putObject("status");
    }

    @Override
    public void validate(ObjectNode workload, ObjectNode old, FieldErrors errors) {
        if (Json.isEmpty(workload, "spec", "selector"))
            errors.required("spec.selector", "");
        else if (old != null && !Json.at(workload, "spec", "selector").equals(Json.at(old, "spec", "selector")))
            errors.invalid("spec.selector", Json.at(workload, "spec", "selector"), "field is immutable");
    }
}
