package io.azureccm.service.plan.orphan;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.service.model.ArmJson;
import io.azureccm.service.model.ServiceNames;
import io.azureccm.service.plan.Services;
import io.azureccm.service.plan.World;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Properties of the orphan audit, for any Services and any unobserved deletions. */
class OrphanPropertiesTest {
    @Property
    void aConvergedClusterHasNoOrphans(@ForAll long seed) {
        World world = world(new Random(seed));
        world.converge();
        assertThat(new OrphanWorld(world).findings()).isEmpty();
    }

    @Property
    void anOrphanIsNeverWhatALivingServiceWants(@ForAll long seed) {
        Random random = new Random(seed);
        World world = world(random);
        world.converge();
        List<String> vanished = vanish(world, random);
        // A frontend may have a new owner, who requests a private link service.
        world.converge();
        OrphanWorld orphans = new OrphanWorld(world);
        orphans.remove();
        assertThat(world.plan().plan().operations()).as("after %s vanished", vanished).isEmpty();
        assertThat(orphans.findings()).isEmpty();
        vanished.forEach(name -> assertThat(world.resources().values()).noneMatch(
                body -> body.toString().contains(ServiceNames.base(Services.uid(name)))
                        && !isSharedFrontend(world, name)));
    }

    @Property
    void aForeignThingIsNeverAnOrphanAndSurvivesTheirRemoval(@ForAll long seed) {
        Random random = new Random(seed);
        World world = world(random);
        world.converge();
        foreign(world, random);
        Map<String, ObjectNode> before = foreignBodies(world);
        vanish(world, random);
        OrphanWorld orphans = new OrphanWorld(world);
        assertThat(orphans.findings()).noneMatch(finding -> finding.orphan().id().toString().contains("foreign"));
        orphans.remove();
        assertThat(foreignBodies(world)).isEqualTo(before);
        world.resource(ArmTypes.LOAD_BALANCER, "kubernetes")
                .ifPresent(balancer -> assertThat(ArmJson.list(balancer, "properties", "frontendIPConfigurations"))
                        .anyMatch(frontend -> ArmJson.name(frontend).equals("foreign-outbound")));
    }

    private static List<String> vanish(World world, Random random) {
        List<String> vanished = new ArrayList<>();
        for (var service : List.copyOf(world.services())) {
            if (random.nextBoolean()) {
                vanished.add(service.key().name());
                world.forget(service.key().name());
            }
        }
        return vanished;
    }

    private static World world(Random random) {
        World world = new World(1 + random.nextInt(3));
        if (random.nextBoolean())
            world.with("loadBalancerBackendPoolConfigurationType", "nodeIP");
        int count = 1 + random.nextInt(5);
        for (int i = 0; i < count; i++) {
            Services service = Services.named("svc" + i)
                    .port(random.nextBoolean() ? "TCP" : "UDP", 80 + i)
                    .created("2026-01-0" + (1 + i) + "T00:00:00Z");
            boolean internal = random.nextInt(3) == 0;
            if (internal)
                service.annotation("azure-load-balancer-internal", "true");
            if (internal && random.nextBoolean())
                service.annotation("azure-load-balancer-ipv4", "10.240.9.9");
            if (internal && random.nextInt(3) == 0)
                service.annotation("azure-pls-create", "true");
            if (!internal && random.nextInt(3) == 0)
                service.annotation("azure-disable-load-balancer-floating-ip", "true");
            if (random.nextInt(4) == 0)
                service.spec("ipFamilies: [IPv4, IPv6]");
            world.service(service.yaml());
        }
        return world;
    }

    /** Unmanaged resources: a user's frontend on a managed load balancer, public IPs and rules that resemble managed ones. */
    private static void foreign(World world, Random random) {
        world.resource(ArmTypes.LOAD_BALANCER, "kubernetes").ifPresent(balancer -> {
            List<ObjectNode> frontends = new ArrayList<>(
                    ArmJson.list(balancer, "properties", "frontendIPConfigurations"));
            frontends.add(World.json("{\"name\": \"foreign-outbound\", \"properties\": {\"futureProperty\": 1}}"));
            ArmJson.properties(balancer).set("frontendIPConfigurations", ArmJson.array(frontends));
        });
        String base = ServiceNames.base(Services.uid("nobody" + random.nextInt()));
        world.put(ArmTypes.LOAD_BALANCER, "foreign-kubernetes", """
                {"properties": {"frontendIPConfigurations": [{"name": "%s", "properties": {}}]}}""".formatted(base));
        world.put(ArmTypes.PUBLIC_IP, "foreign-user", "{\"properties\": {\"ipAddress\": \"20.9.9.1\"}}");
        world.put(ArmTypes.PUBLIC_IP, "foreign-blue", """
                {"tags": {"k8s-azure-service": "shop/svc0", "k8s-azure-cluster-name": "blue"},
                 "properties": {"ipAddress": "20.9.9.2"}}""");
        world.put(ArmTypes.PUBLIC_IP, "foreign-kubernetes-" + base,
                "{\"tags\": {\"k8s-azure-service\": \"shop/svc0\"}, \"properties\": {\"ipAddress\": \"20.9.9.3\"}}");
    }

    private static Map<String, ObjectNode> foreignBodies(World world) {
        Map<String, ObjectNode> bodies = new TreeMap<>();
        world.resources().forEach((ArmId id, ObjectNode body) -> {
            if (id.name().startsWith("foreign"))
                bodies.put(id.toString(), body.deepCopy());
        });
        return bodies;
    }

    /** A shared frontend keeps the name of the Service that created it. */
    private static boolean isSharedFrontend(World world, String name) {
        return world.services().stream().anyMatch(service -> !service.address().fixedIps().isEmpty())
                && world.resources().toString().contains(ServiceNames.base(Services.uid(name)));
    }
}
