package io.azureccm.e2e.cluster.rules;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.azureccm.e2e.cluster.json.Json;
import io.azureccm.e2e.cluster.network.NetworkAddress;

/** Finds what an API server would reject in a Service. */
final class ServiceValidation {
    private static final List<String> TYPES = List.of("ClusterIP", "ExternalName", "LoadBalancer", "NodePort");
    private static final List<String> PROTOCOLS = List.of("SCTP", "TCP", "UDP");
    private static final String LB_ONLY = "may only be used when `type` is 'LoadBalancer'";
    private static final String RANGES = "service.beta.kubernetes.io/load-balancer-source-ranges";

    void check(ObjectNode service, ObjectNode old, FieldErrors errors) {
        ObjectNode spec = ServiceFacts.spec(service);
        errors.oneOf("spec.type", ServiceFacts.type(service), TYPES);
        errors.oneOf("spec.sessionAffinity", Json.text(spec, "sessionAffinity"), List.of("ClientIP", "None"));
        affinityTimeout(spec, errors);
        ports(service, errors);
        addresses(service, old, errors);
        policies(service, errors);
        loadBalancer(service, old, errors);
        if (ServiceFacts.type(service).equals("ExternalName") && Json.isEmpty(spec, "externalName"))
            errors.required("spec.externalName", "");
        FieldErrors.each("spec.externalIPs", Json.texts(spec, "externalIPs"), errors::ip);
    }

    void checkStatus(ObjectNode service, FieldErrors errors) {
        List<JsonNode> ingress = Json.items(service, "status", "loadBalancer", "ingress");
        if (!ingress.isEmpty() && !ServiceFacts.isLoadBalancer(service))
            errors.forbidden("status.loadBalancer.ingress", "may only be used when `spec.type` is \"LoadBalancer\"");
        FieldErrors.each("status.loadBalancer.ingress", ingress, (path, entry) -> {
            if (!Json.isEmpty(entry, "ip")) {
                errors.ip(path + ".ip", Json.text(entry, "ip"));
                errors.oneOf(path + ".ipMode", Json.text(entry, "ipMode"), List.of("Proxy", "VIP"));
            } else if (!Json.isEmpty(entry, "ipMode")) {
                errors.forbidden(path + ".ipMode", "may not be specified when `ip` is not set");
            }
            String host = Json.text(entry, "hostname");
            if (!host.isEmpty())
                errors.syntax(path + ".hostname", host, Names.subdomainProblem(host));
            if (!host.isEmpty() && NetworkAddress.isLiteral(host))
                errors.invalid(path + ".hostname", host, "must be a DNS name, not an IP address");
        });
    }

    private static void affinityTimeout(ObjectNode spec, FieldErrors errors) {
        JsonNode timeout = Json.at(spec, "sessionAffinityConfig", "clientIP", "timeoutSeconds");
        if (timeout != null && (timeout.asInt() <= 0 || timeout.asInt() > 86400))
            errors.invalid("spec.sessionAffinityConfig.clientIP.timeoutSeconds", timeout.asInt(),
                    "must be greater than 0 and less than 86400");
    }

    private static void ports(ObjectNode service, FieldErrors errors) {
        List<JsonNode> ports = Json.items(service, "spec", "ports");
        boolean optional = ServiceFacts.isHeadless(service) || !ServiceFacts.needsClusterIp(service);
        if (ports.isEmpty() && !optional)
            errors.required("spec.ports", "");
        Set<String> names = new HashSet<>();
        Set<String> pairs = new HashSet<>();
        Set<String> nodePorts = new HashSet<>();
        FieldErrors.each("spec.ports", ports, (path, port) -> {
            portName(path, Json.text(port, "name"), ports.size() > 1, names, errors);
            number(path + ".port", Json.number(port, "port"), errors);
            errors.oneOf(path + ".protocol", Json.text(port, "protocol"), PROTOCOLS);
            target(path + ".targetPort", port.get("targetPort"), errors);
            String protocol = Json.text(port, "protocol");
            if (!pairs.add(protocol + "/" + Json.number(port, "port")))
                errors.duplicate(path, Json.object().put("port", Json.number(port, "port")).put("protocol", protocol));
            int nodePort = Json.number(port, "nodePort");
            if (nodePort != 0 && !ServiceFacts.needsNodePorts(service))
                errors.forbidden(path + ".nodePort",
                        "may not be used when `type` is '" + ServiceFacts.type(service) + "'");
            else if (nodePort != 0 && !nodePorts.add(protocol + "/" + nodePort))
                errors.duplicate(path + ".nodePort", nodePort);
        });
    }

    private static void portName(String path, String name, boolean required, Set<String> names, FieldErrors errors) {
        if (name.isEmpty()) {
            if (required)
                errors.required(path + ".name", "");
        } else if (!Names.labelProblem(name).isEmpty()) {
            errors.invalid(path + ".name", name, Names.labelProblem(name));
        } else if (!names.add(name)) {
            errors.duplicate(path + ".name", name);
        }
    }

    private static void number(String path, int port, FieldErrors errors) {
        if (port < 1 || port > 65535)
            errors.invalid(path, port, "must be between 1 and 65535, inclusive");
    }

    private static void target(String path, JsonNode target, FieldErrors errors) {
        if (target != null && target.isTextual()) {
            if (!target.asText().matches("[a-z0-9]([a-z0-9-]*[a-z0-9])?") || !target.asText().matches(".*[a-z].*")
                    || target.asText().length() > 15 || target.asText().contains("--"))
                errors.invalid(path, target.asText(),
                        "must be a valid port name (at most 15 lower case letters, digits and '-')");
        } else if (target != null) {
            number(path, target.asInt(), errors);
        }
    }

    private static void addresses(ObjectNode service, ObjectNode old, FieldErrors errors) {
        List<String> ips = Json.texts(service, "spec", "clusterIPs");
        if (!ServiceFacts.needsClusterIp(service)) {
            if (!ips.isEmpty())
                errors.forbidden("spec.clusterIPs", "may not be set for ExternalName services");
            return;
        }
        if (!ips.isEmpty() && !ips.getFirst().equals(Json.text(service, "spec", "clusterIP")))
            errors.invalid("spec.clusterIPs", Json.strings(ips), "first value must match `clusterIP`");
        if (ServiceFacts.isHeadless(service) && ServiceFacts.needsNodePorts(service))
            errors.invalid("spec.clusterIPs[0]", ServiceFacts.NONE,
                    "may not be set to 'None' for " + ServiceFacts.type(service) + " services");
        FieldErrors.each("spec.clusterIPs", ips, (path, ip) -> {
            if (!ip.equals(ServiceFacts.NONE))
                errors.ip(path, ip);
        });
        List<String> before = Json.texts(old, "spec", "clusterIPs");
        if (old != null && ServiceFacts.needsClusterIp(old) && !before.isEmpty()
                && (ips.isEmpty() || !ips.getFirst().equals(before.getFirst())))
            errors.invalid("spec.clusterIPs[0]", Json.strings(ips), "may not change once set");
    }

    private static void policies(ObjectNode service, FieldErrors errors) {
        ObjectNode spec = ServiceFacts.spec(service);
        String external = Json.text(spec, "externalTrafficPolicy");
        if (ServiceFacts.isExternallyReachable(service))
            errors.oneOf("spec.externalTrafficPolicy", external, List.of("Cluster", "Local"));
        else if (!external.isEmpty())
            errors.invalid("spec.externalTrafficPolicy", external,
                    "may only be set for externally-accessible services");
        if (ServiceFacts.needsClusterIp(service))
            errors.oneOf("spec.internalTrafficPolicy", Json.text(spec, "internalTrafficPolicy"),
                    List.of("Cluster", "Local"));
        int check = Json.number(spec, "healthCheckNodePort");
        if (check != 0 && !ServiceFacts.needsHealthCheckPort(service))
            errors.invalid("spec.healthCheckNodePort", check,
                    "may only be set when `type` is 'LoadBalancer' and `externalTrafficPolicy` is 'Local'");
    }

    private static void loadBalancer(ObjectNode service, ObjectNode old, FieldErrors errors) {
        ObjectNode spec = ServiceFacts.spec(service);
        boolean balanced = ServiceFacts.isLoadBalancer(service);
        List<String> ranges = Json.texts(spec, "loadBalancerSourceRanges");
        FieldErrors.each("spec.loadBalancerSourceRanges", ranges, (path, range) -> errors.cidr(path, range.strip()));
        if (!balanced && !ranges.isEmpty())
            errors.forbidden("spec.loadBalancerSourceRanges", LB_ONLY);
        sourceRangesAnnotation(service, balanced, ranges.isEmpty(), errors);
        if (!balanced && spec.has("allocateLoadBalancerNodePorts"))
            errors.forbidden("spec.allocateLoadBalancerNodePorts", LB_ONLY);
        loadBalancerClass(service, old, errors);
        int port = Json.number(spec, "healthCheckNodePort");
        if (old != null && ServiceFacts.needsHealthCheckPort(old) && ServiceFacts.needsHealthCheckPort(service)
                && port != Json.number(old, "spec", "healthCheckNodePort"))
            errors.forbidden("spec.healthCheckNodePort", "field is immutable");
    }

    private static void sourceRangesAnnotation(ObjectNode service, boolean balanced, boolean fieldIsEmpty,
            FieldErrors errors) {
        String value = Json.text(service, "metadata", "annotations", RANGES);
        String path = "metadata.annotations[" + RANGES + "]";
        if (value.isBlank() || !fieldIsEmpty)
            return;
        if (!balanced)
            errors.forbidden(path, LB_ONLY);
        for (String range : value.split(",")) {
            if (!ServiceNetwork.isCidr(range.strip())) {
                errors.invalid(path, value, "must be a comma separated list of CIDRs e.g. 10.9.8.0/24,2001:db8::/64");
                return;
            }
        }
    }

    private static void loadBalancerClass(ObjectNode service, ObjectNode old, FieldErrors errors) {
        String name = Json.text(service, "spec", "loadBalancerClass");
        boolean balanced = ServiceFacts.isLoadBalancer(service);
        if (old != null && balanced && ServiceFacts.isLoadBalancer(old)
                && !name.equals(Json.text(old, "spec", "loadBalancerClass")))
            errors.invalid("spec.loadBalancerClass", name.isEmpty() ? "null" : name, "may not change once set");
        else if (!name.isEmpty() && !balanced)
            errors.forbidden("spec.loadBalancerClass", LB_ONLY);
        else if (!name.isEmpty())
            errors.syntax("spec.loadBalancerClass", name, Names.labelKeyProblem(name));
    }
}
