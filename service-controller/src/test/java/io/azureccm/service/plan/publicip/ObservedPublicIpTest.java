package io.azureccm.service.plan.publicip;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.Refusal;
import io.azureccm.service.model.ArmJson;
import io.azureccm.service.model.ServiceNames;
import io.azureccm.service.observed.ObservedState;
import io.azureccm.service.plan.Services;
import io.azureccm.service.plan.World;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a plan does about public IPs of which Azure shows too little, or something else than was written. */
class ObservedPublicIpTest {
    private final World world = new World(1);

    @Test
    void zonesThatCannotBeReadStopOnlyServicesThatNeedANewPublicIp() {
        world.service(web().yaml());
        world.converge();
        world.breaks(ObservedState.regions(World.SUBSCRIPTION), "403");
        world.service(web().port("TCP", 8080).yaml());
        world.service(Services.named("api").port("TCP", 81).yaml());
        world.converge();
        assertThat(world.plan().plan().refusals()).extracting(Refusal::subject, Refusal::code)
                .containsExactly(tuple("shop/api", "ResourceUnreadable"));
        assertThat(world.resources().keySet()).filteredOn(id -> id.hasType(ArmTypes.PUBLIC_IP))
                .extracting(ArmId::name)
                .containsExactly("kubernetes-" + base("web"));
    }

    @Test
    void publicIpInUseThatShowsNoAddressIsReadAgainAndOneThatFailedIsWrittenAgain() {
        world.service(web().yaml());
        world.converge();
        assertThat(world.plan().missing().outdated()).isEmpty();
        ArmJson.properties(generated("web")).put("provisioningState", "Failed");
        assertThat(world.plan().plan().operations()).extracting(Operation::target)
                .containsExactly(World.id(ArmTypes.PUBLIC_IP, "kubernetes-" + base("web")));
        ArmJson.properties(generated("web")).remove(List.of("provisioningState", "ipAddress"));
        assertThat(world.plan().missing().outdated()).isNotEmpty();
        assertThat(world.plan().plan().ready()).isEmpty();
    }

    @Test
    void publicIpOfAGeneratedNameAtAnotherFrontendThatIsTaggedWithAnotherClusterIsNotUsed() {
        world.service(web().yaml());
        world.converge();
        ArmJson.properties(world.resource(ArmTypes.LOAD_BALANCER, "kubernetes").orElseThrow())
                .withArray("/frontendIPConfigurations")
                .forEach(frontend -> ((ObjectNode) frontend).put("name", "mine"));
        generated("web").withObject("/tags").put("k8s-azure-cluster-name", "blue");
        assertThat(world.plan().plan().refusals()).singleElement()
                .satisfies(refusal -> assertThat(refusal.subject()).isEqualTo("shop/web"));
    }

    private ObjectNode generated(String service) {
        return world.resource(ArmTypes.PUBLIC_IP, "kubernetes-" + base(service)).orElseThrow();
    }

    private static String base(String service) {
        return ServiceNames.base(Services.uid(service));
    }

    private static Services web() {
        return Services.named("web").port("TCP", 80);
    }
}
