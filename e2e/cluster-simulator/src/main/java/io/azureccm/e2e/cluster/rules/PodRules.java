package io.azureccm.e2e.cluster.rules;

import com.fasterxml.jackson.databind.node.ObjectNode;

import io.azureccm.e2e.cluster.json.Json;

/** Pods are only stored: they are neither scheduled nor run. */
final class PodRules implements KindRules {
    @Override
    public void fillDefaults(ObjectNode pod) {
        ObjectNode spec = Json.ensure(pod, "spec");
        Json.setDefault(spec, "restartPolicy", "Always");
        Json.setDefault(spec, "dnsPolicy", "ClusterFirst");
        Json.setDefault(spec, "schedulerName", "default-scheduler");
        Json.setDefault(spec, "serviceAccountName", "default");
    }

    @Override
    public void prepareCreate(ObjectNode pod) {
        pod.putObject("status").put("phase", "Pending").put("qosClass", "BestEffort");
    }

    @Override
    public void validate(ObjectNode pod, ObjectNode old, FieldErrors errors) {
        if (Json.isEmpty(pod, "spec", "containers"))
            errors.required("spec.containers", "");
    }
}
