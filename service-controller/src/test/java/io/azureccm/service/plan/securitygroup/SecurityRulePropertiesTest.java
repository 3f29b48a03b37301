package io.azureccm.service.plan.securitygroup;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.Plan;
import io.azureccm.service.model.ArmJson;
import io.azureccm.service.model.ServiceNames;
import io.azureccm.service.plan.SecurityRules;
import io.azureccm.service.plan.Services;
import io.azureccm.service.plan.World;
import io.azureccm.service.spec.ServiceSpec;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Properties of the security group, for any Services; Azure's own requirements are checked at every write. */
class SecurityRulePropertiesTest {
    private static final List<String> ANNOTATIONS = List.of("azure-allowed-ip-ranges=10.1.0.0/16",
            "azure-allowed-ip-ranges=10.1.0.0/16,2001:db8::/32", "azure-allowed-ip-ranges=10.0.0.1/8",
            "load-balancer-source-ranges=0.0.0.0/0", "azure-allowed-service-tags=AzureCloud",
            "azure-allowed-service-tags=AzureCloud,Storage", "azure-deny-all-except-load-balancer-source-ranges=true",
            "azure-disable-load-balancer-nsg-rule=true", "azure-disable-load-balancer-floating-ip=true",
            "azure-load-balancer-internal=true", "azure-additional-public-ips=40.0.0.1", "azure-pip-name=vip",
            "azure-additional-public-ips=40.0.0.1,2603:1040::9", "azure-load-balancer-tcp-idle-timeout=1",
            "azure-allowed-service-tags=", "azure-allowed-destination-ip-ranges=10.240.0.0/16",
            "azure-allowed-destination-ip-ranges=10.240.0.0/28,2603::/16", "azure-allowed-destination-ip-ranges=x");

    @Property
    void allAtOnceOrOneByOneComesToTheSameRules(@ForAll long seed) {
        List<Services> services = services(new Random(seed));
        World together = world();
        services.forEach(service -> together.service(service.yaml()));
        together.converge();
        World oneByOne = world();
        for (Services service : services) {
            oneByOne.service(service.yaml());
            oneByOne.converge();
        }
        assertThat(comparable(oneByOne)).isEqualTo(comparable(together));
    }

    @Property
    void orderInWhichServicesAreHandedInIsIrrelevant(@ForAll long seed) {
        Random random = new Random(seed);
        World world = world();
        services(random).forEach(service -> world.service(service.yaml()));
        if (random.nextBoolean())
            world.converge();
        List<ServiceSpec> shuffled = new ArrayList<>(world.services());
        Collections.shuffle(shuffled, random);
        assertThat(world.plan(shuffled).plan()).isEqualTo(world.plan().plan());
    }

    @Property
    void addingAndRemovingAServiceIsTheIdentity(@ForAll long seed) {
        World world = world();
        services(new Random(seed)).forEach(service -> world.service(service.yaml()));
        world.converge();
        List<ObjectNode> before = SecurityRules.bodies(world);
        for (String annotation : ANNOTATIONS) {
            world.service(annotated(Services.named("guest").port("TCP", 80, 31999).created("2026-01-09T00:00:00Z"),
                    annotation.replace("40.0.0.1", "40.0.0.2").replace("::9", "::8")).yaml());
            world.converge();
            world.gone("guest");
            world.converge();
            world.forget("guest");
            assertThat(SecurityRules.bodies(world)).as(annotation).isEqualTo(before);
        }
    }

    @Property
    void rulesOfOthersAreThereByteForByteWhenAllServicesAreGone(@ForAll long seed) {
        World world = world();
        List<ObjectNode> before = SecurityRules.bodies(world);
        List<Services> services = services(new Random(seed));
        services.forEach(service -> world.service(service.yaml()));
        world.converge();
        assertThat(SecurityRules.bodies(world)).containsAll(before);
        List.copyOf(world.services()).forEach(service -> world.gone(service.key().name()));
        world.converge();
        assertThat(SecurityRules.bodies(world)).isEqualTo(before);
    }

    @Property
    void planWithoutAChangeWritesNothing(@ForAll long seed) {
        World world = world();
        services(new Random(seed)).forEach(service -> world.service(service.yaml()));
        world.converge();
        Plan again = world.plan().plan();
        assertThat(again.operations()).isEmpty();
    }

    @Property(tries = 12)
    void fullGroupStaysWithinBoundsAndNobodyLosesWhatIsThere(@ForAll long seed) {
        Random random = new Random(seed);
        World world = world();
        int room = random.nextInt(6);
        String[] fillers = random.nextBoolean()
                ? SecurityRules.fillers(1000 - room, 1000)
                : new String[]{SecurityRules.filler("wide", 1000, 4000 - random.nextInt(8), 4000 - room)};
        SecurityRules.put(world, fillers);
        List<ObjectNode> foreign = SecurityRules.bodies(world);
        for (int step = 0; step < 3; step++) {
            List<Services> services = services(random);
            int changed = random.nextInt(services.size() + 1);
            services.subList(0, changed).forEach(service -> world.service(service.yaml()));
            List<String> before = ofUnchanged(world, changed);
            world.converge();
            assertThat(SecurityRules.bodies(world)).containsAll(foreign);
            assertThat(ofUnchanged(world, changed)).containsAll(before);
            assertThat(world.plan().plan().operations()).isEmpty();
        }
    }

    /** Rules of the Services from a number on, with their public addresses. */
    private static List<String> ofUnchanged(World world, int first) {
        List<String> pairs = new ArrayList<>();
        for (int i = first; i < 6; i++) {
            String address = world
                    .resource(ArmTypes.PUBLIC_IP, "kubernetes-" + ServiceNames.base(Services.uid("svc" + i)))
                    .map(ip -> ArmJson.text(ip, "properties", "ipAddress"))
                    .orElse("none");
            for (ObjectNode rule : SecurityRules.bodies(world)) {
                if (rule.toString().contains("\"" + address + "\""))
                    pairs.add(ArmJson.name(rule) + " " + address);
            }
        }
        return pairs;
    }

    /** A user's public IP and unmanaged rules. */
    private static World world() {
        World world = new World(2);
        world.put(ArmTypes.PUBLIC_IP, "vip", "{\"properties\": {\"ipAddress\": \"30.0.0.1\"}}");
        SecurityRules.put(world, SecurityRules.filler("mine", 500, 2, 1), SecurityRules.filler("yours", 503, 1, 2),
                SecurityRules.filler("k8s-azure-lb_own", 502, 1, 1), SecurityRules.filler("deny", 4095, 1, 1));
        return world;
    }

    private static List<Services> services(Random random) {
        List<Services> services = new ArrayList<>();
        int count = 1 + random.nextInt(6);
        for (int i = 0; i < count; i++) {
            Services service = Services.named("svc" + i).created("2026-01-0" + (1 + i) + "T00:00:00Z");
            service.port("TCP", 80 + random.nextInt(3), 31000 + i);
            if (random.nextBoolean())
                service.port("UDP", 53, 31100 + i);
            if (random.nextInt(3) == 0)
                service.spec("ipFamilies: [IPv4, IPv6]");
            for (int j = 0; j < random.nextInt(4); j++) {
                annotated(service, ANNOTATIONS.get(random.nextInt(ANNOTATIONS.size())));
            }
            services.add(service);
        }
        return services;
    }

    private static Services annotated(Services service, String annotation) {
        int equals = annotation.indexOf('=');
        return service.annotation(annotation.substring(0, equals), annotation.substring(equals + 1));
    }

    /** Replaces addresses, which depend on the order of allocation, by their owners. */
    private static List<String> comparable(World world) {
        List<String> rules = SecurityRules.unordered(world);
        Map<String, String> names = new HashMap<>();
        world.resources().forEach((id, body) -> {
            String address = ArmJson.text(body, "properties", "ipAddress");
            if (!address.isEmpty())
                names.put(address, id.name());
            ArmJson.list(body, "properties", "frontendIPConfigurations").forEach(frontend -> {
                String internal = ArmJson.text(frontend, "properties", "privateIPAddress");
                if (!internal.isEmpty())
                    names.put(internal, id.name() + "/" + ArmJson.name(frontend));
            });
        });
        return rules.stream().map(rule -> {
            String[] parts = rule.split(" ");
            List<String> destinations = new ArrayList<>(List.of(parts[4].split(",")));
            destinations.replaceAll(ip -> names.getOrDefault(ip, ip));
            Collections.sort(destinations);
            parts[4] = String.join(",", destinations);
            return String.join(" ", parts);
        }).sorted().toList();
    }
}
