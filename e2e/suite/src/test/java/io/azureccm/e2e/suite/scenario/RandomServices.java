package io.azureccm.e2e.suite.scenario;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Random;

/**
 * Services of all sorts from a random source: each call makes a manifest that ARM can be asked for, or one with a user's
 * mistake in it. Ports differ by Service, so that any two may share an address,
 * and node ports are given, so that the same seed makes the same state.
 */
public final class RandomServices {
    /** A public IP that a user made, for Services to name. */
    public static final String OWN_PUBLIC_IP = "users-ip";
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String PREFIX = "service.beta.kubernetes.io/";

    private record Option(String annotation, String value) {}

    private static final List<Option> EXTERNAL = List.of(
            new Option("azure-pip-name", OWN_PUBLIC_IP),
            new Option("azure-pip-tags", "team=shop,stage=test"),
            new Option("azure-pip-ip-tags", "RoutingPreference=Internet"),
            new Option("azure-dns-label-name", "shop-%d"),
            new Option("azure-allowed-service-tags", "AzureCloud,Storage"),
            new Option("azure-allowed-ip-ranges", "10.3.0.0/16,10.4.0.0/16"),
            new Option("azure-disable-load-balancer-floating-ip", "true"),
            new Option("azure-pip-name", "no-such-ip"));

    private static final List<Option> INTERNAL = List.of(
            new Option("azure-load-balancer-ipv4", "10.240.9.9"),
            new Option("azure-load-balancer-internal-subnet", "ilb-subnet"),
            new Option("azure-load-balancer-enable-high-availability-ports", "true"),
            new Option("azure-pls-create", "true"),
            new Option("azure-allowed-ip-ranges", "10.3.0.0/16"),
            new Option("azure-load-balancer-internal-subnet", "no-such-subnet"));

    private static final List<Option> ANY = List.of(
            new Option("azure-load-balancer-tcp-idle-timeout", "15"),
            new Option("azure-load-balancer-disable-tcp-reset", "true"),
            new Option("port_%d_no_probe_rule", "true"),
            new Option("azure-load-balancer-health-probe-protocol", "http"),
            new Option("azure-load-balancer-health-probe-interval", "10"),
            new Option("azure-deny-all-except-load-balancer-source-ranges", "true"),
            new Option("azure-load-balancer-tcp-idle-timeout", "for ever"));

    private final Random random;

    public RandomServices(Random random) {
        this.random = random;
    }

    public static String name(int number) {
        return "svc-" + number;
    }

    /** A manifest for the Service of this number. */
    public ObjectNode next(int number) {
        ObjectNode service = JSON.createObjectNode().put("apiVersion", "v1").put("kind", "Service");
        ObjectNode annotations = service.putObject("metadata")
                .put("name", name(number))
                .put("namespace", "default")
                .putObject("annotations");
        ObjectNode spec = service.putObject("spec").put("type", "LoadBalancer");
        ObjectNode http = spec.putArray("ports").addObject();
        http.put("name", "http").put("port", 8000 + number).put("protocol", "TCP").put("nodePort", 30100 + number);
        if (random.nextInt(3) == 0) {
            ObjectNode dns = spec.withArray("ports").addObject();
            dns.put("name", "dns").put("port", 5300 + number).put("protocol", "UDP").put("nodePort", 30200 + number);
        }
        boolean internal = random.nextInt(3) == 0;
        if (internal)
            annotations.put(PREFIX + "azure-load-balancer-internal", "true");
        maybe(internal ? INTERNAL : EXTERNAL, number, annotations);
        maybe(ANY, number, annotations);
        if (random.nextInt(4) == 0)
            spec.put("externalTrafficPolicy", "Local").put("healthCheckNodePort", 30300 + number);
        if (random.nextInt(4) == 0)
            spec.put("sessionAffinity", "ClientIP");
        if (random.nextInt(4) == 0 && !annotations.has(PREFIX + "azure-allowed-ip-ranges"))
            spec.putArray("loadBalancerSourceRanges").add("10.1.0.0/16").add("10.2.0.0/16");
        return service;
    }

    /** Whether a manifest asks for something that cannot be had. */
    public static boolean isMistaken(ObjectNode manifest) {
        String annotations = manifest.at("/metadata/annotations").toString();
        return annotations.contains("no-such-") || annotations.contains("for ever");
    }

    private void maybe(List<Option> options, int number, ObjectNode annotations) {
        if (random.nextInt(2) == 0) {
            Option option = options.get(random.nextInt(options.size()));
            annotations.put(PREFIX + option.annotation().formatted(8000 + number), option.value().formatted(number));
        }
    }
}
