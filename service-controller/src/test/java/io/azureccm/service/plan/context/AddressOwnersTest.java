package io.azureccm.service.plan.context;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.tenant.TenantPolicy;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.service.model.ArmJson;
import io.azureccm.service.model.ServiceNames;
import io.azureccm.service.observed.ObservedState;
import io.azureccm.service.plan.Services;
import io.azureccm.service.plan.World;
import io.azureccm.service.spec.ServiceSpec;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whose a public IP is that was created for the Service "web", of which "old" is older and "api" younger. */
class AddressOwnersTest {
    private static final ArmId BALANCER = World.id(ArmTypes.LOAD_BALANCER, "kubernetes");

    private final World world = new World(0);

    @ParameterizedTest(name = "{5}: tagged {0}, frontend of {1} used by {2}, {3} is gone, {4} uses it in this plan")
    @CsvSource(nullValues = "-", textBlock = """
            shop/old+SHOP/WEB,  old, old+web, -,   old, web
            shop/old+shop/api,  api, old+web, -,   old, api
            shop/web+shop/api,  web, old+api, web, api, old
            shop/web+shop/api,  web, web,     web, old, api
            shop/none+SHOP/API, -,   -,       -,   old, api
            shop/web,           web, -,       web, old, old
            shop/web,           -,   -,       web, -,   -
            """)
    void publicIpBelongsToItsServiceElseToThatOfItsFrontendElseToTheFirstThatUsesIt(String tagged, String frontend,
            String users, String gone, String uses, String owner) {
        service("old", "01");
        service("web", "02");
        service("api", "03");
        ObjectNode ip = world.put(ArmTypes.PUBLIC_IP, "kubernetes-" + base("web"), "{}");
        ip.putObject("tags").put("k8s-azure-service", tagged.replace('+', ','));
        if (frontend != null)
            attach(ip, base(frontend), users == null ? new String[0] : users.split("\\+"));
        if (gone != null)
            world.gone(gone);

        ObservedState observed = world.observedState();
        ServiceDecisions decisions = ServiceDecisions.of(world.clusterState());
        AddressOwners owners = new AddressOwners(
                new PlannerSettings(world.cloud(), "kubernetes", TenantPolicy.DEFAULT, false), observed, decisions);
        ArmId id = World.id(ArmTypes.PUBLIC_IP, "kubernetes-" + base("web"));
        decisions.all()
                .stream()
                .filter(service -> service.key().name().equals(uses))
                .forEach(service -> owners.uses(service, id));
        Optional<ServiceSpec> found = owners.ofPublicIp(observed.publicIp(id).orElseThrow());
        assertThat(found.map(service -> service.key().name()).orElse(null)).isEqualTo(owner);
    }

    private void service(String name, String day) {
        world.service(Services.named(name).port("TCP", 80).created("2026-01-" + day + "T00:00:00Z").yaml());
    }

    private void attach(ObjectNode ip, String frontend, String... users) {
        ObjectNode properties = ArmJson.properties(world.put(ArmTypes.LOAD_BALANCER, "kubernetes", "{}"));
        ObjectNode made = ArmJson.object().put("name", frontend);
        ArmJson.properties(made).set("publicIPAddress", ArmJson.reference(ip.path("id").asText()));
        properties.putArray("frontendIPConfigurations").add(made);
        for (String user : users) {
            ObjectNode rule = ArmJson.object().put("name", base(user) + "-TCP-80");
            ArmJson.properties(rule)
                    .set("frontendIPConfiguration",
                            ArmJson.reference(BALANCER + "/frontendIPConfigurations/" + frontend));
            properties.withArray("/loadBalancingRules").add(rule);
        }
    }

    private static String base(String service) {
        return ServiceNames.base(Services.uid(service));
    }
}
