package io.azureccm.e2e.suite.admission;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.cluster.json.Json;
import io.azureccm.service.spec.parse.PortAnnotation;
import io.azureccm.service.spec.parse.ServiceAnnotation;
import java.util.List;
import java.util.Random;
import java.util.Set;

/** Services as an API server hands them to admission: valid ones, and such with values at and beyond each limit, in all combinations. */
final class GeneratedServices {
    /** Keys that are near to ones of ours and not equal to them. */
    static final Set<String> GUESSED = Set.of("azure-load-balancer-internl", "azureLoadBalancerInternal",
            "service.beta.kubernetes.io/load-balancer-sorce-ranges");
    private static final List<String> UNKNOWN = List.of("azure-load-balancer-internal", "load-balancer-internal",
            "azure_pip_name",
            "service.kubernetes.io/azure-load-balancer-internal",
            "service.beta.kubernetes.io/azure-load-balancer-intern",
            "service.beta.kubernetes.io/aws-load-balancer-internal",
            "service.beta.kubernetes.io/Azure-Pip-Name", "service.beta.kubernetes.io/port_81_no_lb_rule",
            "service.beta.kubernetes.io/port_80_no_rule",
            "service.beta.kubernetes.io/AZURE-load-balancer-configurations",
            "azure-loadbalancer-tcp-idle-timeout", "example.com/azure-pip-name", "team", "app.kubernetes.io/part-of");
    private static final String ID = "/subscriptions/s/resourceGroups/g/providers/Microsoft.Network/publicIPPrefixes/";
    private static final List<String> FLAGS = List.of("true", "True", "false", " true ", "true\u00a0", "", "yes", "1",
            "true",
            "true");
    private static final List<String> NUMBERS = List.of("4", "5", "1", "2", "100", "101", "3", "0", "-1", "+7", " 8 ",
            "\u00a08",
            "007", "",
            "x", "8", "9", "2147483647", "2147483648", "1.5", "23", "24", "59", "60", "12", "10");
    private static final List<String> NAMES = List.of("name", "a", "my_pip-1.b", "-x", "a b", "", " n ", "x/y", "ä",
            "a.",
            "n".repeat(80), "n".repeat(81), "n".repeat(101), "(g)");
    private static final List<String> ADDRESSES = List.of("20.1.2.3", "10.0.0.4", "2001:db8::1", "fd00::1", "::1",
            "1.2.3", "01.2.3.4",
            "::ffff:1.2.3.4", "", " 20.1.2.4 ", "168.63.129.16", "172.32.0.1", "172.31.0.1", "FE80::1",
            "255.255.255.255", "x");
    private static final List<String> IDS = List.of(ID + "p", ID.toUpperCase(java.util.Locale.ROOT) + "p", ID + "p/",
            "p", "",
            " " + ID + "p ", ID + "p/children/c", ID + "..", ID.replace("publicIPPrefixes", "publicIPAddresses") + "a",
            ID + "a b",
            ID + "p?x", "/subscriptions/s//x", ID);
    private static final List<String> RANGES = List.of("20.0.0.0/8", "20.0.0.1/8", "20.1.2.3/32", "2001:db8::/32",
            "2001:db8::1/32",
            "0.0.0.0/0", "1.2.3.4", "", "20.0.0.0/8, 30.0.0.0/8", "20.0.0.0/8,\u00a030.0.0.0/8\u3000", "20.0.0.0/08",
            "20.0.0.0/33", "::ffff:1.2.3.0/120",
            "x");
    private static final List<String> PAIRS = List.of("a=b", "a=b,c=d", "a", "a=b,", "", "a=b=c", "=b", "\u00a0=b",
            "\u2003", "a=", " , ",
            "a=b,c", "k8s-azure-service=a/b", "a=b, Service =", "\u00a0KUBERNETES-cluster-name\t=x", "service=x=y",
            "k8s-azure-owner-services=a,my-service=b");
    private static final List<String> LISTS = List.of("a", "a,b", "", "a,", ",", "Internet", "a b", " x ");
    private static final List<String> PROTOCOLS = List.of("tcp", "http", "HTTPS", " Tcp ", "", "udp", "grpc");
    private static final List<String> PROBE_PORTS = List.of("80", "http", "HTTP", "8080", "0", "65535", "65536", "+5",
            "-5", "x", "", "443",
            " 70 ", "007", "99999999999999999999");
    private static final List<String> IPV4S = List.of("10.0.0.1", "10.0.0.1 10.0.0.2", "10.0.0.1 10.0.0.1", "::1", "x",
            "",
            " 10.0.0.1\t10.0.0.3 10.0.0.4 ");
    private final Random random;

    GeneratedServices(Random random) {
        this.random = random;
    }

    ObjectNode next() {
        ObjectNode service = Json.object().put("apiVersion", "v1").put("kind", "Service");
        ObjectNode metadata = service.putObject("metadata")
                .put("name", "web")
                .put("namespace", "default")
                .put("uid", "5f1c8d3e-0b7a-4f0e-9c55-6a8d2f7b1e90");
        spec(service.putObject("spec"));
        if (chance(95))
            annotations(metadata.putObject("annotations"));
        return service;
    }

    private void spec(ObjectNode spec) {
        spec.put("type", chance(97) ? "LoadBalancer" : "ClusterIP");
        if (chance(2))
            spec.put("loadBalancerClass", "example.com/other");
        boolean nodePorts = chance(90);
        spec.put("allocateLoadBalancerNodePorts", nodePorts);
        boolean local = chance(25);
        spec.put("externalTrafficPolicy", local ? "Local" : "Cluster");
        if (local)
            spec.put("healthCheckNodePort", 32000);
        ArrayNode families = spec.putArray("ipFamilies");
        String first = chance(75) ? "IPv4" : "IPv6";
        families.add(first);
        if (chance(25))
            families.add(first.equals("IPv4") ? "IPv6" : "IPv4");
        if (chance(15))
            spec.put("loadBalancerIP", any(ADDRESSES));
        if (chance(12))
            spec.putArray("loadBalancerSourceRanges").add(any(RANGES));
        ArrayNode ports = spec.putArray("ports");
        port(ports.addObject(), "http", 80, chance(92) ? "TCP" : "UDP", nodePorts);
        if (chance(20))
            ((ObjectNode) ports.get(0)).remove("name");
        else if (chance(40))
            port(ports.addObject(), "https", 443, chance(70) ? "TCP" : chance(80) ? "UDP" : "SCTP", nodePorts);
    }

    private void port(ObjectNode port, String name, int number, String protocol, boolean nodePorts) {
        port.put("name", name).put("port", number).put("protocol", protocol);
        if (nodePorts || chance(30))
            port.put("nodePort", 30000 + number);
        if (chance(20))
            port.put("appProtocol", any(PROTOCOLS));
    }

    private void annotations(ObjectNode annotations) {
        if (chance(45))
            annotations.put(ServiceAnnotation.INTERNAL.key(), "true");
        if (chance(12))
            annotations.put(ServiceAnnotation.PLS_CREATE.key(), "true");
        if (chance(12))
            annotations.put(ServiceAnnotation.HIGH_AVAILABILITY_PORTS.key(), "true");
        List<ServiceAnnotation> all = List.of(ServiceAnnotation.values());
        for (int count = random.nextInt(4); count > 0; count--) {
            ServiceAnnotation annotation = any(all);
            annotations.put(annotation.key(), value(annotation));
        }
        if (chance(30)) {
            PortAnnotation setting = any(List.of(PortAnnotation.values()));
            annotations.put(setting.key(chance(70) ? 80 : chance(50) ? 443 : 32000), value(setting));
        }
        if (chance(12))
            annotations.put(any(UNKNOWN), "true");
        if (chance(3))
            annotations.put(any(List.copyOf(new java.util.TreeSet<>(GUESSED))), "true");
    }

    private String value(ServiceAnnotation annotation) {
        if (annotation == ServiceAnnotation.PLS_IPS)
            return any(IPV4S);
        if (annotation == ServiceAnnotation.ADDITIONAL_PUBLIC_IPS)
            return any(ADDRESSES) + (chance(30) ? "," + any(ADDRESSES) : "");
        return switch (annotation.type()) {
            case FLAG -> any(FLAGS);
            case WHOLE_NUMBER -> any(NUMBERS);
            case PROTOCOL -> any(PROTOCOLS);
            case NAME -> any(NAMES);
            case RESOURCE_ID -> any(IDS);
            case ADDRESS, ADDRESSES -> any(ADDRESSES);
            case RANGES -> any(RANGES);
            case PAIRS -> any(PAIRS);
            case LIST, TEXT -> any(LISTS);
        };
    }

    private String value(PortAnnotation setting) {
        return setting == PortAnnotation.PROBE_PORT ? any(PROBE_PORTS) : switch (setting.type()) {
            case FLAG -> any(FLAGS);
            case WHOLE_NUMBER -> any(NUMBERS);
            case PROTOCOL -> any(PROTOCOLS);
            default -> any(LISTS);
        };
    }

    private <T> T any(List<T> values) {
        return values.get(random.nextInt(values.size()));
    }

    private boolean chance(int percent) {
        return random.nextInt(100) < percent;
    }
}
