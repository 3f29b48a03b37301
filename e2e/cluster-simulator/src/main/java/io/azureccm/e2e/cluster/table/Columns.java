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
    private static final Column NAME = text("Name", "metadata", "name");
    private static final Column AGE = text("Age",
            object -> Ages.since(Json.text(object, "metadata", "creationTimestamp")));

    private Columns() {}

    static List<Column> of(ResourceType type) {
        return switch (type.plural()) {
            case "services" -> services();
            case "nodes" -> nodes();
            case "events" -> events();
            case "pods" -> pods();
            case "endpointslices" -> list(text("AddressType", "addressType"), AGE);
            case "leases" -> list(text("Holder", "spec", "holderIdentity"), AGE);
            case "configmaps" ->
                list(number("Data", object -> object.path("data").size() + object.path("binaryData").size()), AGE);
            case "secrets" -> list(text("Type", "type"), number("Data", object -> object.path("data").size()), AGE);
            case "namespaces" -> list(text("Status", "status", "phase"), AGE);
            case "serviceaccounts" -> list(number("Secrets", object -> object.path("secrets").size()), AGE);
            case "roles", "clusterroles" -> list(text("Created At", "metadata", "creationTimestamp"));
            case "rolebindings", "clusterrolebindings" -> list(text("Role",
                    object -> Json.text(object, "roleRef", "kind") + "/" + Json.text(object, "roleRef", "name")), AGE);
            default -> list(AGE);
        };
    }

    private static List<Column> list(Column... others) {
        List<Column> columns = new ArrayList<>(List.of(NAME));
        columns.addAll(List.of(others));
        return columns;
    }

    private static List<Column> services() {
        return list(text("Type", "spec", "type"),
                text("Cluster-IP", service -> orNone(Json.text(service, "spec", "clusterIP"))),
                text("External-IP", Columns::externalIp), text("Port(s)", Columns::servicePorts), AGE,
                wide("Selector", service -> pairs(service.at("/spec/selector"))));
    }

    private static String externalIp(ObjectNode service) {
        List<String> fixed = Json.texts(service, "spec", "externalIPs");
        return switch (Json.text(service, "spec", "type")) {
            case "ExternalName" -> Json.text(service, "spec", "externalName");
            case "LoadBalancer" -> {
                List<String> all = new ArrayList<>();
                for (JsonNode entry : Json.items(service, "status", "loadBalancer", "ingress"))
                    all.add(Json.isEmpty(entry, "ip") ? Json.text(entry, "hostname") : Json.text(entry, "ip"));
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
        return list(text("Status", Columns::nodeStatus), text("Roles", Columns::roles), AGE,
                text("Version", "status", "nodeInfo", "kubeletVersion"),
                wide("Internal-IP", node -> address(node, "InternalIP")),
                wide("External-IP", node -> address(node, "ExternalIP")),
                wide("OS-Image", "<unknown>", "status", "nodeInfo", "osImage"),
                wide("Kernel-Version", "<unknown>", "status", "nodeInfo", "kernelVersion"),
                wide("Container-Runtime", "<unknown>", "status", "nodeInfo", "containerRuntimeVersion"));
    }

    private static String nodeStatus(ObjectNode node) {
        String ready = "Unknown";
        for (JsonNode condition : Json.items(node, "status", "conditions")) {
            if (Json.text(condition, "type").equals("Ready"))
                ready = Json.text(condition, "status").equals("True") ? "Ready" : "NotReady";
        }
        return Json.flag(node, "spec", "unschedulable") ? ready + ",SchedulingDisabled" : ready;
    }

    private static String roles(ObjectNode node) {
        List<String> roles = new ArrayList<>();
        node.at("/metadata/labels").properties().forEach(label -> {
            if (label.getKey().startsWith("node-role.kubernetes.io/"))
                roles.add(label.getKey().substring("node-role.kubernetes.io/".length()));
            else if (label.getKey().equals("kubernetes.io/role"))
                roles.add(label.getValue().asText());
        });
        return orNone(roles.stream().sorted().collect(Collectors.joining(",")));
    }

    private static String address(ObjectNode node, String type) {
        for (JsonNode address : Json.items(node, "status", "addresses")) {
            if (Json.text(address, "type").equals(type))
                return Json.text(address, "address");
        }
        return "<none>";
    }

    private static List<Column> events() {
        return List.of(text("Last Seen", Ages::lastSeen), text("Type", "type"), text("Reason", "reason"),
                text("Object", Columns::subject), wide("Subobject", "", "involvedObject", "fieldPath"),
                wide("Source", Columns::source),
                text("Message", event -> (Json.text(event, "message") + Json.text(event, "note")).strip()),
                wide("First Seen", event -> Ages.since(Json.text(event, "firstTimestamp"))),
                wide("Count", event -> Integer.toString(Math.max(1, Json.number(event, "count")))),
                wide("Name", NAME.cell()));
    }

    private static List<Column> pods() {
        return list(text("Ready", Columns::readyContainers),
                text("Status", pod -> Json.isEmpty(pod, "metadata", "deletionTimestamp")
                        ? Json.text(pod, "status", "phase")
                        : "Terminating"),
                text("Restarts", pod -> "0"), AGE, wide("IP", "<none>", "status", "podIP"),
                wide("Node", "<none>", "spec", "nodeName"));
    }

    private static String readyContainers(ObjectNode pod) {
        long ready = Json.items(pod, "status", "containerStatuses")
                .stream()
                .filter(container -> Json.flag(container, "ready"))
                .count();
        return ready + "/" + Json.items(pod, "spec", "containers").size();
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

    private static String pairs(JsonNode map) {
        return orNone(map.properties()
                .stream()
                .map(entry -> entry.getKey() + "=" + entry.getValue().asText())
                .sorted()
                .collect(Collectors.joining(",")));
    }

    private static String orNone(String text) {
        return text.isEmpty() ? "<none>" : text;
    }
}
