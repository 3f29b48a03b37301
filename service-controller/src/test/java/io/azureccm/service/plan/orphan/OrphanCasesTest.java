package io.azureccm.service.plan.orphan;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.Change;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.Orphan;
import io.azureccm.service.model.ArmJson;
import io.azureccm.service.model.ServiceNames;
import io.azureccm.service.plan.Services;
import io.azureccm.service.plan.World;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What identifies the owner of a resource, where its name alone does not. */
class OrphanCasesTest {
    private static final String WEB = ServiceNames.base(Services.uid("web"));
    private static final ArmId INSIDE = World.id(ArmTypes.LOAD_BALANCER, "kubernetes-internal");
    private static final String INTERNAL = "azure-load-balancer-internal";
    private static final String RULE = WEB + "-TCP-80";
    private static final String TAGS = "\"k8s-azure-service\": \"shop/web\", \"k8s-azure-cluster-name\": \"%s\"";
    private static final String PRIVATE = "\"privateIPAddress\": \"10.240.9.9\"";
    private static final String PUBLIC = "\"publicIPAddress\": {\"id\": \"" + World.id(ArmTypes.PUBLIC_IP, "vip")
            + "\"}";

    private final World world = new World(1);
    private final OrphanWorld orphans = new OrphanWorld(world);

    private record Row(Consumer<World> given, String... orphans) {}

    static Stream<Row> onALoadBalancerOfAnyName() {
        return Stream.of(
                new Row(shared(PRIVATE, RULE, "kubernetes"), "frontend WEB", "loadBalancer shared", "probe WEB-TCP-80",
                        "rule WEB-TCP-80"),
                new Row(shared(PRIVATE, RULE, "blue")),
                new Row(shared(PRIVATE, "", "kubernetes")),
                new Row(shared(PRIVATE, "", "kubernetes").andThen(element("shared", "probes", RULE))),
                new Row(shared(PUBLIC, "", "").andThen(vip("\"k8s-azure-cluster-name\": \"kubernetes\"")),
                        "frontend WEB", "loadBalancer shared"),
                new Row(shared(PUBLIC, "", "").andThen(vip("\"k8s-azure-cluster-name\": \"blue\""))),
                new Row(shared(PUBLIC, "", "").andThen(vip(""))));
    }

    static Stream<Row> onALoadBalancerNamedAfterTheCluster() {
        return Stream.of(
                new Row(own(PRIVATE, "", "kubernetes"), "frontend WEB", "loadBalancer kubernetes"),
                new Row(own(PRIVATE, RULE, ""), "frontend WEB", "loadBalancer kubernetes", "probe WEB-TCP-80",
                        "rule WEB-TCP-80"),
                new Row(own(PRIVATE, RULE, "blue")),
                new Row(own(PRIVATE, RULE, "for-web").andThen(OrphanCasesTest::several)
                        .andThen(element("kubernetes", "backendAddressPools", "of-nobody")), "frontend WEB",
                        "loadBalancer kubernetes", "pool for-web", "probe WEB-TCP-80", "rule WEB-TCP-80"),
                new Row(own(PRIVATE, RULE, "kubernetes").andThen(OrphanCasesTest::several), "frontend WEB",
                        "loadBalancer kubernetes", "probe WEB-TCP-80", "rule WEB-TCP-80"),
                new Row(own(PRIVATE, "mine", "for-web").andThen(OrphanCasesTest::several)));
    }

    static Stream<Row> publicIps() {
        return Stream.of(new Row(vip(TAGS.formatted("kubernetes")), "publicIPAddress vip"),
                new Row(vip(TAGS.formatted("blue"))), new Row(vip(TAGS.formatted(""))),
                new Row(vip(TAGS.formatted("kubernetes")).andThen(user("nonsense"))),
                new Row(vip(TAGS.formatted("kubernetes"))
                        .andThen(user(World.id(ArmTypes.NETWORK_INTERFACE, "nic") + "/ipConfigurations/a"))),
                new Row(own(PUBLIC, "", "").andThen(vip(TAGS.formatted("kubernetes")))
                        .andThen(user(
                                World.id(ArmTypes.LOAD_BALANCER, "kubernetes") + "/frontendIPConfigurations/" + WEB)),
                        "frontend WEB", "loadBalancer kubernetes", "publicIPAddress vip"));
    }

    @ParameterizedTest
    @MethodSource({"onALoadBalancerOfAnyName", "onALoadBalancerNamedAfterTheCluster", "publicIps"})
    void anOrphanIsFoundByWhatIdentifiesIt(Row row) {
        row.given().accept(world);
        assertThat(orphans.orphans()).extracting(text -> text.replace(WEB, "WEB"))
                .containsExactlyInAnyOrder(row.orphans());
    }

    @Test
    void ownersAreNamedAsFarAsTheyAreKnown() {
        serve(web(), api());
        serve(Services.named("inside").port("TCP", 82).annotation(INTERNAL, "true"));
        for (String name : List.of("web", "api", "inside"))
            world.forget(name);
        assertThat(owners(Orphan.Kind.FRONTEND)).containsExactlyInAnyOrder("shop/web", "shop/api",
                "the Service whose resource names begin with " + ServiceNames.base(Services.uid("inside")));
        assertThat(owners(Orphan.Kind.LOAD_BALANCER)).containsExactlyInAnyOrder("shop/api, shop/web",
                "an unknown Service");
        assertThat(owners(Orphan.Kind.SECURITY_RULE)).containsOnly("an unknown Service");
    }

    @Test
    void thePublicIpOfAUserDoesNotTellWhoseFrontendItIs() {
        own(PUBLIC, "", "").andThen(vip(TAGS.formatted("kubernetes").replace("web", "other"))).accept(world);
        assertThat(owners(Orphan.Kind.FRONTEND))
                .containsExactly("the Service whose resource names begin with " + WEB);
    }

    @Test
    void aPublicIpOfAGeneratedNameWithTheTagOfAnotherClusterIsFoundAndNeverDeleted() {
        String name = "kubernetes-" + WEB;
        world.put(ArmTypes.PUBLIC_IP, name, "{\"tags\": {" + TAGS.formatted("blue") + "}, \"properties\": {}}");
        assertThat(orphans.findings()).singleElement()
                .satisfies(finding -> assertThat(finding.orphan().why()).endsWith("so that it is never deleted"));
        orphans.remove();
        assertThat(world.resource(ArmTypes.PUBLIC_IP, name)).isPresent();
    }

    @Test
    void rulesForAddressesOfServicesThatAreDeletedAreLeaving() {
        serve(web());
        world.gone("web");
        world.resources().remove(World.id(ArmTypes.LOAD_BALANCER, "kubernetes"));
        assertThat(orphans.leaving()).as("by its public IP").anyMatch(text -> text.startsWith("securityRule"));
        world.converge();
        serve(web().annotation(INTERNAL, "true").spec("loadBalancerSourceRanges: [10.1.0.0/16]"));
        world.gone("web");
        assertThat(orphans.leaving()).as("by its frontend").anyMatch(text -> text.startsWith("securityRule"));
        assertThat(orphans.orphans()).isEmpty();
    }

    @Test
    void rulesForAddressesThatAServiceShowsOrNamesAreNone() {
        serve(web());
        world.forget("web");
        assertThat(orphans.orphans()).anyMatch(text -> text.startsWith("securityRule"));
        for (Services other : List.of(api().status("20.0.0.5"),
                api().annotation("azure-additional-public-ips", "20.0.0.5"))) {
            world.service(other.yaml());
            assertThat(orphans.orphans()).isNotEmpty().noneMatch(text -> text.startsWith("securityRule"));
        }
    }

    @Test
    void aPrivateLinkServiceAtAFrontendThatIsThereStaysWhileAServiceRequestsOne() {
        String link = "privateLinkService pls-" + WEB;
        serve(web().annotation(INTERNAL, "true")
                .annotation("azure-load-balancer-ipv4", "10.240.9.9")
                .annotation("azure-pls-create", "true"));
        serve(api().annotation(INTERNAL, "true").annotation("azure-load-balancer-ipv4", "10.240.9.9"));
        world.forget("web");
        assertThat(orphans.orphans()).contains(link);
        world.service(Services.named("third")
                .port("TCP", 83)
                .annotation(INTERNAL, "true")
                .annotation("azure-pls-create", "true")
                .yaml());
        assertThat(orphans.orphans()).doesNotContain(link);
        world.breaks(INSIDE, "properties is null");
        assertThat(orphans.orphans()).as("nobody knows").doesNotContain(link);
        world.mends();
        world.resources().remove(INSIDE);
        assertThat(orphans.orphans()).as("without frontend").contains(link);
        world.gone("third");
        assertThat(orphans.orphans()).contains(link);
    }

    @Test
    void removalWritesNothingForServicesThatAreThereAndDeletesOnlyWhatWasFound() {
        serve(web(), api());
        world.forget("web");
        vip(TAGS.formatted("kubernetes")).accept(world);
        world.service(api().port("TCP", 8443).yaml());
        world.service(Services.named("wrong")
                .port("TCP", 84)
                .annotation("azure-pip-name", "vip")
                .annotation("azure-load-balancer-tcp-idle-timeout", "2")
                .yaml());
        List<Operation> operations = orphans.plan().operations();
        assertThat(operations).extracting(Operation::target)
                .contains(World.id(ArmTypes.PUBLIC_IP, "kubernetes-" + WEB))
                .doesNotContain(World.id(ArmTypes.PUBLIC_IP, "vip"));
        assertThat(operations).flatExtracting(Operation::changes)
                .extracting(Change::name)
                .noneMatch(name -> name.startsWith(ServiceNames.base(Services.uid("api"))));
    }

    private List<String> owners(Orphan.Kind kind) {
        return orphans.findings()
                .stream()
                .map(OrphanFinding::orphan)
                .filter(orphan -> orphan.kind() == kind)
                .map(Orphan::owner)
                .toList();
    }

    private void serve(Services... services) {
        for (Services service : services)
            world.service(service.yaml());
        world.converge();
    }

    private static Services web() {
        return Services.named("web").port("TCP", 80);
    }

    private static Services api() {
        return Services.named("api").port("TCP", 443);
    }

    private static void several(World world) {
        world.with("loadBalancerBackendPoolConfigurationType", "nodeIP")
                .with("multipleStandardLoadBalancerConfigurations", "[{name: kubernetes, primaryVMSet: vmss-a}]");
    }

    private static Consumer<World> shared(String frontend, String rule, String pool) {
        return world -> balancer(world.with("loadBalancerName", "shared"), "shared", frontend, rule, pool);
    }

    private static Consumer<World> own(String frontend, String rule, String pool) {
        return world -> balancer(world, "kubernetes", frontend, rule, pool);
    }

    /** A load balancer with a frontend of Service "web", a pool, and a rule with its probe, if it has a name. */
    private static void balancer(World world, String name, String frontend, String rule, String pool) {
        String id = World.id(ArmTypes.LOAD_BALANCER, name).toString();
        String reference = "{\"id\": \"" + id + "/%s/%s\"}";
        ObjectNode properties = ArmJson.properties(world.put(ArmTypes.LOAD_BALANCER, name, "{\"properties\": {}}"));
        add(properties, "frontendIPConfigurations", WEB, frontend);
        if (!pool.isEmpty())
            add(properties, "backendAddressPools", pool, "");
        if (rule.isEmpty())
            return;
        add(properties, "probes", rule, "");
        add(properties, "loadBalancingRules", rule,
                "\"frontendIPConfiguration\": " + reference.formatted("frontendIPConfigurations", WEB)
                        + ", \"probe\": " + reference.formatted("probes", rule)
                        + (pool.isEmpty()
                                ? ""
                                : ", \"backendAddressPool\": " + reference.formatted("backendAddressPools", pool)));
    }

    private static Consumer<World> element(String balancer, String list, String name) {
        return world -> add(ArmJson.properties(world.resource(ArmTypes.LOAD_BALANCER, balancer).orElseThrow()), list,
                name, "");
    }

    private static void add(ObjectNode properties, String list, String name, String fields) {
        properties.withArray("/" + list)
                .add(World.json("{\"name\": \"" + name + "\", \"properties\": {" + fields + "}}"));
    }

    private static Consumer<World> vip(String tags) {
        return world -> world.put(ArmTypes.PUBLIC_IP, "vip",
                "{\"tags\": {" + tags + "}, \"properties\": {\"ipAddress\": \"20.9.9.9\"}}");
    }

    private static Consumer<World> user(String ipConfiguration) {
        return world -> ArmJson.properties(world.resource(ArmTypes.PUBLIC_IP, "vip").orElseThrow())
                .putObject("ipConfiguration")
                .put("id", ipConfiguration);
    }
}
