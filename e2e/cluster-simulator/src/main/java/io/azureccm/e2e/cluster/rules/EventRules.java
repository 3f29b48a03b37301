package io.azureccm.e2e.cluster.rules;

import com.fasterxml.jackson.databind.node.ObjectNode;

import io.azureccm.e2e.cluster.json.Json;

/**
 * Events (in the core format): they are in the namespace of their object, those of cluster-scoped objects in {@code
 * default}.
 */
final class EventRules implements KindRules {
    @Override
    public void fillDefaults(ObjectNode event) {
        Json.ensure(event, "involvedObject");
        Json.ensure(event, "source");
        for (String time : new String[]{"firstTimestamp", "lastTimestamp", "eventTime"}) {
            if (!event.has(time))
                event.putNull(time);
        }
        for (String name : new String[]{"reportingComponent", "reportingInstance"}) {
            if (!event.has(name))
                event.put(name, "");
        }
    }

    @Override
    public void validate(ObjectNode event, ObjectNode old, FieldErrors errors) {
        String involved = Json.text(event, "involvedObject", "namespace");
        String namespace = Json.text(event, "metadata", "namespace");
        boolean fits = involved.isEmpty()
                ? namespace.equals("default") || namespace.equals("kube-system")
                : involved.equals(namespace);
        if (!fits)
            errors.invalid("involvedObject.namespace", involved, "does not match event.namespace");
        if (old == null && !Json.isEmpty(event, "eventTime") && Json.isEmpty(event, "reportingComponent"))
            errors.required("reportingController", "");
        if (old == null && !Json.isEmpty(event, "eventTime") && Json.isEmpty(event, "action"))
            errors.required("action", "");
    }
}
