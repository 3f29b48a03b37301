package io.azureccm.service.plan.frontend;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.service.model.ArmJson;
import io.azureccm.service.model.Frontend;
import io.azureccm.service.model.Rule;
import io.azureccm.service.model.ServiceNames;
import io.azureccm.service.plan.Services;
import io.azureccm.service.plan.World;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Several Services on one address: the name of the frontend, and what remains when some of them are deleted. */
class SharedFrontendTest extends SharedFrontendFixture {
    @ParameterizedTest
    @ValueSource(strings = {"web", "api"})
    void serviceThatGoesIsToldWhyTheSharedFrontendStays(String goes) {
        share("private", "web", 80, "00");
        world.converge();
        share("private", "api", 81, "01");
        share("private", "more", 82, "02");
        world.converge();
        world.gone(goes);
        String stays = goes.equals("web") ? "api" : "web";
        assertThat(world.plan().plannedServices().get(Services.uid(goes)).notices()).singleElement()
                .satisfies(notice -> {
                    assertThat(notice.reason()).isEqualTo("DeletingFrontendIPConfiguration");
                    assertThat(notice.message()).contains(base("web"), "load balancing rule " + base(stays));
                });
        for (String other : List.of(stays, "more"))
            assertThat(world.plan().plannedServices().get(Services.uid(other)).notices()).isEmpty();
    }

    @Test
    void frontendThatSomethingForeignUsesStaysWithItsPublicIpAndSaysWhy() {
        world.service(Services.named("web").port("TCP", 80).yaml());
        world.converge();
        ObjectNode balancer = world.resource(ArmTypes.LOAD_BALANCER, "kubernetes").orElseThrow();
        String frontend = ArmJson.text(balancer, "id") + "/frontendIPConfigurations/" + base("web");
        ArmJson.properties(balancer)
                .putArray("outboundRules")
                .add(ArmJson.object()
                        .put("name", "egress")
                        .set("properties",
                                ArmJson.object()
                                        .set("frontendIPConfigurations",
                                                ArmJson.array(List.of(ArmJson.reference(frontend))))));
        world.gone("web");
        assertThat(world.plan().plannedServices().get(Services.uid("web")).notices()).singleElement()
                .satisfies(notice -> {
                    assertThat(notice.source().component()).isEqualTo("azure-cloud-provider");
                    assertThat(notice.reason()).isEqualTo("DeletingFrontendIPConfiguration");
                    assertThat(notice.message()).contains(base("web")).contains("outbound rule egress");
                });
        world.converge();
        assertThat(frontends("kubernetes")).containsExactly(base("web"));
        assertThat(publicIps()).containsExactly("kubernetes-" + base("web"));
        assertThat(ArmJson.list(world.resource(ArmTypes.LOAD_BALANCER, "kubernetes").orElseThrow(), "properties",
                "loadBalancingRules")).isEmpty();
    }

    @Property(tries = 150)
    void servicesThatComeAndGoInAnyOrderLeaveAzureAsItWas(@ForAll long seed) {
        Random random = new Random(seed);
        World here = new World(2);
        here.put(ArmTypes.PUBLIC_IP, "mine", MINE);
        here.put(ArmTypes.PUBLIC_IP, "other", MINE.replace("20.9.0.1", "20.9.0.2"));
        Map<String, String> before = bodies(here);
        List<String> names = new ArrayList<>(List.of("a", "b", "c", "d", "e"));
        for (int step = 0; step < 6; step++) {
            for (String name : names) {
                if (random.nextInt(3) > 0)
                    here.service(wish(here, name, random).yaml());
            }
            here.converge();
            served(here);
        }
        Collections.shuffle(names, random);
        for (String name : names) {
            here.gone(name);
            here.converge();
            here.forget(name);
            served(here);
        }
        assertThat(bodies(here)).isEqualTo(before);
    }

    /** Every Service that is not refused has an address, and a rule on a frontend with that address. */
    private static void served(World here) {
        here.plan()
                .plannedServices()
                .values()
                .stream()
                .filter(plannedService -> plannedService.spec().wanted())
                .filter(plannedService -> plannedService.stop().isEmpty())
                .forEach(plannedService -> {
                    String address = plannedService.addresses().orElseThrow().getFirst();
                    assertThat(ruleAddresses(here, ServiceNames.base(plannedService.spec().uid())))
                            .containsOnly(address);
                });
    }

    private static Set<String> ruleAddresses(World here, String base) {
        Set<String> addresses = new TreeSet<>();
        for (ObjectNode balancer : here.resources().values()) {
            for (ObjectNode rule : ArmJson.list(balancer, "properties", "loadBalancingRules")) {
                if (!ArmJson.name(rule).startsWith(base))
                    continue;
                for (ObjectNode frontend : ArmJson.list(balancer, "properties", "frontendIPConfigurations")) {
                    if (!new Rule(Rule.Kind.LOAD_BALANCING, rule).frontends().contains(ArmJson.name(frontend)))
                        continue;
                    String ip = new Frontend(null, frontend).publicIpId().replaceAll(".*/", "");
                    addresses.add(ip.isEmpty()
                            ? new Frontend(null, frontend).privateIp()
                            : ArmJson.text(here.resource(ArmTypes.PUBLIC_IP, ip).orElseThrow(), "properties",
                                    "ipAddress"));
                }
            }
        }
        return addresses;
    }

    private static Services wish(World here, String name, Random random) {
        Services service = Services.named(name)
                .port("TCP", 80 + random.nextInt(4))
                .created("2026-01-01T00:00:0" + name.charAt(0) % 5 + "Z");
        return switch (random.nextInt(7)) {
            case 0 -> service.annotation("azure-pip-name", "mine");
            case 1 -> service.annotation("azure-load-balancer-ipv4", "20.9.0.2");
            case 2 -> service.annotation(INTERNAL, "true").annotation("azure-load-balancer-ipv4", "10.240.9.9");
            case 3 -> service.annotation(INTERNAL, "true");
            case 4 -> service.annotation("azure-pip-name", "missing");
            case 5 -> {
                Optional<ObjectNode> theirs = here.resource(ArmTypes.PUBLIC_IP,
                        "kubernetes-" + ServiceNames.base(Services.uid("a")));
                theirs.ifPresent(ip -> service.spec("loadBalancerIP: " + ArmJson.text(ip, "properties", "ipAddress")));
                yield service;
            }
            default -> service;
        };
    }

    private static Map<String, String> bodies(World here) {
        Map<String, String> bodies = new TreeMap<>();
        here.resources().forEach((id, body) -> {
            if (!id.type().contains("Compute") && !id.hasType(ArmTypes.SECURITY_GROUP))
                bodies.put(id.key(), body.deepCopy().without("etag").toString());
        });
        return bodies;
    }
}
