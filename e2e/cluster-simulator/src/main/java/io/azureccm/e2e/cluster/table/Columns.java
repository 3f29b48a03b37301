package io.azureccm.e2e.cluster.table;

import static io.azureccm.e2e.cluster.table.Column.number;
import static io.azureccm.e2e.cluster.table.Column.text;
import static io.azureccm.e2e.cluster.table.Column.wide;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.azureccm.e2e.cluster.json.Json;
import io.azureccm.e2e.cluster.schema.ResourceType;

/** The columns that kubectl shows for each kind. Kinds without a row show name and age. */
final class Columns {
    private static final Column NAME = text("Name", (object, now) -> Json.text(object, "metadata", "name"));
    private static final Column AGE = text("Age",
            (object, now) -> Ages.since(Json.text(object, "metadata", "creationTimestamp"), now));

    private Columns() {}

    static List<Column> of(ResourceType type) {
        return switch (type.plural()) {
            case "services" -> services();
            case "nodes" -> nodes();
            case "events" -> events();
            case "endpoints" -> list(text("Endpoints", (object, now) -> Endpoints.ofEndpoints(object)), AGE);
            case "endpointslices" -> list(text("AddressType", (object, now) -> Json.text(object, "addressType")),
                    text("Ports", (object, now) -> Endpoints.slicePorts(object)),
                    text("Endpoints", (object, now) -> Endpoints.sliceAddresses(object)), AGE);
            case "leases" -> list(text("Holder", (object, now) -> Json.text(object, "spec", "holderIdentity")), AGE);
            case "configmaps" -> list(
                    number("Data", (object, now) -> size(object, "data") + size(object, "binaryData")), AGE);
            case "secrets" -> list(text("Type", (object, now) -> Json.text(object, "type")),
                    number("Data", (object, now) -> size(object, "data")), AGE);
            case "namespaces" -> list(text("Status", (object, now) -> Json.text(object, "status", "phase")), AGE);
            case "serviceaccounts" ->
                list(number("Secrets", (object, now) -> Json.items(object, "secrets").size()), AGE);
            case "pods" -> Workloads.pods(NAME, AGE);
            case "deployments", "replicasets", "statefulsets", "daemonsets" -> Workloads.of(type.plural(), NAME, AGE);
            case "roles", "clusterroles" ->
                list(text("Created At", (object, now) -> Json.text(object, "metadata", "creationTimestamp")));
            case "rolebindings", "clusterrolebindings" -> list(
                    text("Role", (object, now) -> Json.text(object, "roleRef", "kind") + "/"
                            + Json.text(object, "roleRef", "name")),
                    AGE);
            default -> list(AGE);
        };
    }

    private static List<Column> list(Column... others) {
        List<Column> columns = new ArrayList<>(List.of(NAME));
        columns.addAll(List.of(others));
        return columns;
    }

    private static int size(ObjectNode object, String field) {
        JsonNode node = object.get(field);
        return node == null ? 0 : node.size();
    }

    private static List<Column> services() {
        return list(text("Type", (object, now) -> Json.text(object, "spec", "type")),
                text("Cluster-IP", (object, now) -> orNone(Json.text(object, "spec", "clusterIP"))),
                text("External-IP", (object, now) -> externalIp(object)),
                text("Port(s)", (object, now) -> servicePorts(object)), AGE,
                wide("Selector", (object, now) -> pairs(Json.at(object, "spec", "selector"))));
    }

    private static String externalIp(ObjectNode service) {
        List<String> fixed = Json.texts(service, "spec", "externalIPs");
        return switch (Json.text(service, "spec", "type")) {
            case "ExternalName" -> Json.text(service, "spec", "externalName");
            case "LoadBalancer" -> {
                List<String> all = new ArrayList<>();
                for (JsonNode entry : Json.items(service, "status", "loadBalancer", "ingress")) {
                    all.add(Json.isEmpty(entry, "ip") ? Json.text(entry, "hostname") : Json.text(entry, "ip"));
                }
                all.addAll(fixed);
                yield all.isEmpty() ? "<pending>" : String.join(",", all);
            }
            default -> fixed.isEmpty() ? "<none>" : String.join(",", fixed);
        };
    }

    private static String servicePorts(ObjectNode service) {
        String ports = Json.items(service, "spec", "ports").stream().map(port -> {
            int node = Json.number(port, "nodePort");
            return Json.number(port, "port") + (node == 0 ? "" : ":" + node) + "/" + Json.text(port, "protocol");
        }).collect(Collectors.joining(","));
        return orNone(ports);
    }

    private static List<Column> nodes() {
        return list(text("Status", (object, now) -> nodeStatus(object)), text("Roles", (object, now) -> roles(object)),
                AGE,
                text("Version", (object, now) -> Json.text(object, "status", "nodeInfo", "kubeletVersion")),
                wide("Internal-IP", (object, now) -> address(object, "InternalIP")),
                wide("External-IP", (object, now) -> address(object, "ExternalIP")),
                wide("OS-Image", (object, now) -> orUnknown(Json.text(object, "status", "nodeInfo", "osImage"))),
                wide("Kernel-Version",
                        (object, now) -> orUnknown(Json.text(object, "status", "nodeInfo", "kernelVersion"))),
                wide("Container-Runtime",
                        (object, now) -> orUnknown(
                                Json.text(object, "status", "nodeInfo", "containerRuntimeVersion"))));
    }

    private static String nodeStatus(ObjectNode node) {
        String ready = "Unknown";
        for (JsonNode condition : Json.items(node, "status", "conditions")) {
            if (Json.text(condition, "type").equals("Ready")) {
                ready = Json.text(condition, "status").equals("True") ? "Ready" : "NotReady";
            }
        }
        return Json.flag(node, "spec", "unschedulable") ? ready + ",SchedulingDisabled" : ready;
    }

    private static String roles(ObjectNode node) {
        List<String> roles = new ArrayList<>();
        JsonNode labels = Json.at(node, "metadata", "labels");
        if (labels != null) {
            labels.properties().forEach(label -> {
                if (label.getKey().startsWith("node-role.kubernetes.io/")) {
                    roles.add(label.getKey().substring("node-role.kubernetes.io/".length()));
                } else if (label.getKey().equals("kubernetes.io/role")) {
                    roles.add(label.getValue().asText());
                }
            });
        }
        return orNone(roles.stream().sorted().collect(Collectors.joining(",")));
    }

    private static String address(ObjectNode node, String type) {
        for (JsonNode address : Json.items(node, "status", "addresses")) {
            if (Json.text(address, "type").equals(type)) {
                return Json.text(address, "address");
            }
        }
        return "<none>";
    }

    private static List<Column> events() {
        return List.of(text("Last Seen", (object, now) -> Ages.lastSeen(object, now)),
                text("Type", (object, now) -> Json.text(object, "type")),
                text("Reason", (object, now) -> Json.text(object, "reason")),
                text("Object", (object, now) -> subject(object)),
                wide("Subobject", (object, now) -> Json.text(object, "involvedObject", "fieldPath")),
                wide("Source", (object, now) -> source(object)),
                text("Message", (object, now) -> (Json.text(object, "message") + Json.text(object, "note")).strip()),
                wide("First Seen", (object, now) -> Ages.since(Json.text(object, "firstTimestamp"), now)),
                wide("Count", (object, now) -> Integer.toString(Math.max(1, Json.number(object, "count")))),
                new Column("Name", "string", true, NAME.cell()));
    }

    private static String subject(ObjectNode event) {
        String side = event.has("regarding") ? "regarding" : "involvedObject";
        return Json.text(event, side, "kind").toLowerCase(java.util.Locale.ROOT) + "/" + Json.text(event, side, "name");
    }

    private static String source(ObjectNode event) {
        String component = Json.text(event, "source", "component");
        String host = Json.text(event, "source", "host");
        return (component.isEmpty() ? Json.text(event, "reportingComponent") : component)
                + (host.isEmpty() ? "" : ", " + host);
    }

    static String pairs(JsonNode map) {
        if (map == null || map.isEmpty()) {
            return "<none>";
        }
        return map.properties()
                .stream()
                .map(entry -> entry.getKey() + "=" + entry.getValue().asText())
                .sorted()
                .collect(Collectors.joining(","));
    }

    private static String orNone(String text) {
        return text.isEmpty() ? "<none>" : text;
    }

    private static String orUnknown(String text) {
        return text.isEmpty() ? "<unknown>" : text;
    }
}
