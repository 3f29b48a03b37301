package io.azureccm.e2e.cluster.table;

import static io.azureccm.e2e.cluster.table.Column.number;
import static io.azureccm.e2e.cluster.table.Column.text;
import static io.azureccm.e2e.cluster.table.Column.wide;

import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.azureccm.e2e.cluster.json.Json;

/** Columns of pods and of workloads. */
final class Workloads {
    private Workloads() {}

    static List<Column> pods(Column name, Column age) {
        return List.of(name, text("Ready", (pod, now) -> readyContainers(pod)),
                text("Status", (pod, now) -> Json.isEmpty(pod, "metadata", "deletionTimestamp")
                        ? Json.text(pod, "status", "phase")
                        : "Terminating"),
                text("Restarts", (pod, now) -> "0"), age,
                wide("IP", (pod, now) -> orNone(Json.text(pod, "status", "podIP"))),
                wide("Node", (pod, now) -> orNone(Json.text(pod, "spec", "nodeName"))),
                wide("Nominated Node", (pod, now) -> "<none>"), wide("Readiness Gates", (pod, now) -> "<none>"));
    }

    static List<Column> of(String plural, Column name, Column age) {
        return switch (plural) {
            case "deployments" -> List.of(name,
                    text("Ready",
                            (object, now) -> status(object, "readyReplicas") + "/"
                                    + Json.number(object, "spec", "replicas")),
                    number("Up-to-date", (object, now) -> status(object, "updatedReplicas")),
                    number("Available", (object, now) -> status(object, "availableReplicas")), age);
            case "statefulsets" -> List.of(name,
                    text("Ready", (object, now) -> status(object, "readyReplicas") + "/"
                            + Json.number(object, "spec", "replicas")),
                    age);
            case "replicasets" ->
                List.of(name, number("Desired", (object, now) -> Json.number(object, "spec", "replicas")),
                        number("Current", (object, now) -> status(object, "replicas")),
                        number("Ready", (object, now) -> status(object, "readyReplicas")), age);
            default -> List.of(name, number("Desired", (object, now) -> status(object, "desiredNumberScheduled")),
                    number("Current", (object, now) -> status(object, "currentNumberScheduled")),
                    number("Ready", (object, now) -> status(object, "numberReady")),
                    number("Up-to-date", (object, now) -> status(object, "updatedNumberScheduled")),
                    number("Available", (object, now) -> status(object, "numberAvailable")),
                    text("Node Selector", (object, now) -> Columns
                            .pairs(Json.at(object, "spec", "template", "spec", "nodeSelector"))),
                    age);
        };
    }

    private static int status(ObjectNode object, String field) {
        return Json.number(object, "status", field);
    }

    private static String readyContainers(ObjectNode pod) {
        int ready = 0;
        for (JsonNode container : Json.items(pod, "status", "containerStatuses")) {
            ready += Json.flag(container, "ready") ? 1 : 0;
        }
        return ready + "/" + Json.items(pod, "spec", "containers").size();
    }

    private static String orNone(String text) {
        return text.isEmpty() ? "<none>" : text;
    }
}
