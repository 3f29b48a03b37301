package io.azureccm.e2e.cluster.rules;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.azureccm.e2e.cluster.json.Json;

/**
 * Nodes: podCIDR and podCIDRs consistent, both and the providerID write-once, valid taints and addresses. With {@code
 * taintsNew}, a new node gets the taint not-ready, like from the admission plug-in.
 */
record NodeRules(boolean taintsNew) implements KindRules {
    private static final String NOT_READY = "node.kubernetes.io/not-ready";
    private static final List<String> EFFECTS = List.of("NoExecute", "NoSchedule", "PreferNoSchedule");
    private static final List<String> ADDRESS_TYPES = List.of("ExternalDNS", "ExternalIP", "Hostname", "InternalDNS",
            "InternalIP");

    @Override
    public void fillDefaults(ObjectNode node) {
        ObjectNode spec = Json.ensure(node, "spec");
        if (Json.isEmpty(spec, "podCIDRs") && !Json.isEmpty(spec, "podCIDR"))
            spec.putArray("podCIDRs").add(Json.text(spec, "podCIDR"));
        else if (Json.isEmpty(spec, "podCIDR") && !Json.isEmpty(spec, "podCIDRs"))
            spec.put("podCIDR", Json.texts(spec, "podCIDRs").getFirst());
        if (!Json.flag(spec, "unschedulable"))
            spec.remove("unschedulable");
        if (Json.isEmpty(spec, "taints"))
            spec.remove("taints");
        if (Json.isEmpty(node, "status", "allocatable") && !Json.isEmpty(node, "status", "capacity"))
            Json.ensure(node, "status").set("allocatable", Json.at(node, "status", "capacity").deepCopy());
    }

    /** A kubelet registers its node together with its status, so that is kept. */
    @Override
    public void prepareCreate(ObjectNode node) {
        ObjectNode status = Json.ensure(node, "status");
        Json.ensure(status, "daemonEndpoints", "kubeletEndpoint");
        Json.ensure(status, "nodeInfo");
        ObjectNode spec = Json.ensure(node, "spec");
        if (taintsNew && Json.items(spec, "taints").stream().noneMatch(NodeRules::isNotReady))
            spec.withArrayProperty("taints").addObject().put("key", NOT_READY).put("effect", "NoSchedule");
    }

    private static boolean isNotReady(JsonNode taint) {
        return Json.text(taint, "key").equals(NOT_READY) && Json.text(taint, "effect").equals("NoSchedule");
    }

    @Override
    public void validate(ObjectNode node, ObjectNode old, FieldErrors errors) {
        ObjectNode spec = Json.ensure(node, "spec");
        taints(spec, errors);
        podCidrs(spec, errors);
        addresses(node, errors);
        if (old != null) {
            if (changedOnceSet(spec, old, "podCIDRs"))
                errors.forbidden("spec.podCIDRs", "node updates may not change podCIDR except from \"\" to valid");
            if (changedOnceSet(spec, old, "providerID"))
                errors.forbidden("spec.providerID", "node updates may not change providerID except from \"\" to valid");
        }
    }

    private static boolean changedOnceSet(ObjectNode spec, ObjectNode old, String field) {
        return !Json.isEmpty(old, "spec", field) && !Json.at(old, "spec", field).equals(spec.get(field));
    }

    private static void taints(ObjectNode spec, FieldErrors errors) {
        Set<String> seen = new HashSet<>();
        FieldErrors.each("spec.taints", Json.items(spec, "taints"), (path, taint) -> {
            String key = Json.text(taint, "key");
            errors.syntax(path + ".key", key, Names.labelKeyProblem(key));
            String value = Json.text(taint, "value");
            errors.syntax(path + ".value", value, Names.labelValueProblem(value));
            String effect = Json.text(taint, "effect");
            if (effect.isEmpty())
                errors.required(path + ".effect", "");
            else
                errors.oneOf(path + ".effect", effect, EFFECTS);
            if (!seen.add(key + ":" + effect))
                errors.duplicate(path, taint);
        });
    }

    private static void podCidrs(ObjectNode spec, FieldErrors errors) {
        List<String> cidrs = Json.texts(spec, "podCIDRs");
        FieldErrors.each("spec.podCIDRs", cidrs, errors::cidr);
        boolean oneEach = cidrs.size() == 2 && cidrs.get(0).contains(":") != cidrs.get(1).contains(":");
        if (cidrs.size() > 1 && !oneEach)
            errors.invalid("spec.podCIDRs", Json.strings(cidrs),
                    "may specify no more than one CIDR for each IP family");
        else if (!cidrs.isEmpty() && !cidrs.getFirst().equals(Json.text(spec, "podCIDR")))
            errors.invalid("spec.podCIDRs[0]", cidrs.getFirst(), "must match `podCIDR`");
    }

    private static void addresses(ObjectNode node, FieldErrors errors) {
        Set<JsonNode> seen = new HashSet<>();
        FieldErrors.each("status.addresses", Json.items(node, "status", "addresses"), (path, address) -> {
            if (!seen.add(address))
                errors.duplicate(path, address);
            errors.oneOf(path + ".type", Json.text(address, "type"), ADDRESS_TYPES);
        });
    }
}
