package io.azureccm.common.config.flags;

import static io.azureccm.common.config.flags.GivenFlags.errors;
import static io.azureccm.common.config.flags.GivenFlags.run;
import static io.azureccm.common.config.flags.GivenFlags.texts;
import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.config.flags.FlagsOutcome.Run;
import io.azureccm.common.config.options.App;
import io.azureccm.common.config.options.ControllerName;
import io.azureccm.common.config.options.NodeFilter;
import io.azureccm.common.config.options.NodeIpamOptions;
import io.azureccm.common.config.value.ConfigProblem.Severity;
import io.azureccm.common.net.Cidr;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Flags about what a controller works on: pod ranges, nodes, the controllers that are switched on. */
class ControllerWorkFlagsTest {
    @Test
    void controllersAreSwitchedAsInTheReference() {
        assertThat(selection("*,-cloud-node")).doesNotContain(ControllerName.CLOUD_NODE).hasSize(4);
        assertThat(selection("service")).containsExactly(ControllerName.SERVICE_LB);
        assertThat(selection("-route,*")).doesNotContain(ControllerName.NODE_ROUTE).hasSize(4);
        assertThat(run(App.NODE, "--cloud-config=f --controllers=* --controllers=-cloud-node").options()
                .run()
                .controllers()
                .includes(ControllerName.CLOUD_NODE)).isFalse();
        assertThat(texts(run(App.SERVICE, "--cloud-config=f --controllers=*,-service").notices(), Severity.WARNING))
                .containsExactly("command line: --controllers: disables every controller of the service-controller");
    }

    @Test
    void instanceOfAClassHasALeaseOfItsOwnAndWaitsForNoControllerOfOtherServices() {
        var ofClass = run(App.SERVICE, "--cloud-config=f --load-balancer-class=example.com/My_azure").options();
        assertThat(ofClass.work().service().loadBalancerClass()).isEqualTo("example.com/My_azure");
        assertThat(ofClass.leaderElection().resourceName()).isEqualTo("azure-service-controller-example-com-my-azure");
        assertThat(ofClass.leaderElection().waitForLeases()).isEmpty();
        var given = run(App.SERVICE, "--cloud-config=f --load-balancer-class=azure --leader-elect-resource-name=mine"
                + " --wait-for-leases=a/b").options().leaderElection();
        assertThat(given.resourceName()).isEqualTo("mine");
        assertThat(given.waitForLeases()).extracting(Object::toString).containsExactly("a/b");
        assertThat(run(App.SERVICE, "--cloud-config=f").options().leaderElection().resourceName())
                .isEqualTo("azure-service-controller");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Example.com/azure", "a/b/c", "-a", "a b", "example.com/",
            "example.com/a23456789012345678901234567890123456789012"})
    void badClassIsRefused(String name) {
        assertThat(errors(App.SERVICE, "--cloud-config=f", "--load-balancer-class=" + name)).containsExactly(
                "command line: --load-balancer-class: value \"" + name + "\" is not valid, expected a class such as"
                        + " example.com/azure, with at most 41 characters after the slash");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --cluster-cidr=10.244.0.0/16| 10.244.0.0/16
            --cluster-cidr=10.244.0.0/16,fd00::/48| 10.244.0.0/16,fd00::/48
            --cluster-cidr=fd00::/48,10.244.0.0/16| fd00::/48,10.244.0.0/16
            """)
    void podRangesKeepTheirOrder(String arg, String ranges) {
        assertThat(
                run(App.ROUTE, "--cloud-config=f " + arg).options().cluster().podRanges().stream().map(Cidr::toString))
                .containsExactly(ranges.split(","));
    }

    @ParameterizedTest
    @ValueSource(strings = {"10.244.0.0", "10.244.0.0/33", "fd00::/129", "host/16", "10.0.0.0/8,11.0.0.0/8",
            "fd00::/48,fd01::/48",
            "10.0.0.0/8,fd00::/48,11.0.0.0/8", "10.0.0/8", "999.0.0.0/8", "10.0.0.0/8,"})
    void badPodRangesAreRefused(String ranges) {
        assertThat(errors(App.ROUTE, "--cloud-config=f", "--cluster-cidr=" + ranges)).containsExactly(
                "command line: --cluster-cidr: value \"" + ranges
                        + "\" is not valid, expected one range such as 10.244.0.0/16, "
                        + "or two of different families with a comma");
    }

    @Test
    void routesNeedPodRangesUnlessTheyAreOff() {
        assertThat(texts(run(App.ROUTE, "--cloud-config=f").notices(), Severity.WARNING)).singleElement()
                .asString()
                .startsWith("command line: --cluster-cidr: is missing, so no routes are managed");
        assertThat(run(App.ROUTE, "--cloud-config=f --configure-cloud-routes=false").options().work().route().enabled())
                .isFalse();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --cluster-cidr=10.244.0.0/26| --node-cidr-mask-size-ipv4: is 24, expected at least the 26 of --cluster-cidr 10.244.0.0/26
            --cluster-cidr=fd00::/40| --node-cidr-mask-size-ipv6: is 64, expected at most 56, 16 more than --cluster-cidr fd00::/40
            --cluster-cidr=0.0.0.0/1 --node-cidr-mask-size-ipv4=32| --node-cidr-mask-size-ipv4: is 32, expected at most 31, 30 more than --cluster-cidr 0.0.0.0/1
            --cluster-cidr=10.244.0.0/16 --cidr-allocator-type=IPAM| --cidr-allocator-type: value "IPAM" is not valid, expected one of RangeAllocator, CloudAllocator
            --cloud-provider=azure| --cluster-cidr: is missing, expected one range such as 10.244.0.0/16, or two of different families with a comma; or --allocate-node-cidrs=false
            --cluster-cidr=10.244.0.0/16 --service-cluster-ip-range=10.0.0.0/16,11.0.0.0/16| --service-cluster-ip-range: value "10.0.0.0/16,11.0.0.0/16" is not valid, expected one range, or two of different families with a comma
            """)
    void podRangesOfNodesMustFit(String args, String message) {
        List<String> all = new ArrayList<>(List.of("--cloud-config=f", "--allocate-node-cidrs"));
        all.addAll(List.of(args.split(" ")));

        assertThat(errors(App.NODE, all.toArray(String[]::new))).containsExactly("command line: " + message);
    }

    @Test
    void aServiceRangeThatLeavesNoRoomForNodesIsWarnedOf() {
        Run run = run(App.NODE, "--cloud-config=f --allocate-node-cidrs --cluster-cidr=10.244.0.0/16 "
                + "--service-cluster-ip-range=10.0.0.0/8");

        assertThat(texts(run.notices(), Severity.WARNING)).singleElement()
                .asString()
                .contains("10.0.0.0/8 covers all of --cluster-cidr 10.244.0.0/16");
    }

    @Test
    void lengthsOfFlagsAreIgnoredWhereTagsSayThem() {
        String args = "--cloud-config=f --allocate-node-cidrs --cluster-cidr=10.244.0.0/26 "
                + "--cidr-allocator-type=CloudAllocator";

        assertThat(run(App.NODE, args).notices()).isEmpty();
        assertThat(run(App.NODE, args).options().work().node().ipam().allocator())
                .isEqualTo(NodeIpamOptions.Allocator.CLOUD);
        assertThat(texts(run(App.NODE, args + " --node-cidr-mask-size-ipv4=28").notices(), Severity.WARNING))
                .containsExactly("command line: --node-cidr-mask-size-ipv4: is ignored with "
                        + "--cidr-allocator-type=CloudAllocator: tags of scale sets determine the prefix length, or /24 if there is no tag");
    }

    @Test
    void flagsOfPodRangesAreNotAskedForWhereNobodyGivesAny() {
        assertThat(run(App.NODE, "--cloud-config=f --cidr-allocator-type=CloudAllocator").notices()).isEmpty();
        assertThat(run(App.NODE, "--cloud-config=f --allocate-node-cidrs --controllers=*,-node-ipam").notices())
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --cluster-cidr=10.244.0.0/16 --cluster-cidr=10.245.0.0/16| 10.245.0.0/16
            --service-cluster-ip-range=10.0.0.0/16 --service-cluster-ip-range=10.1.0.0/16| 10.1.0.0/16
            """)
    void theLastOfRepeatedRangesCounts(String args, String range) {
        var cluster = run(App.NODE, "--cloud-config=f " + args).options().cluster();

        assertThat(args.startsWith("--cluster") ? cluster.podRanges() : cluster.serviceRanges())
                .containsExactly(Cidr.parse(range).orElseThrow());
    }

    @Test
    void anUnreadableServiceRangeIsOnlyAWarning() {
        Run run = run(App.NODE, "--cloud-config=f --service-cluster-ip-range=10.0.0.0/16,nonsense");

        assertThat(run.options().cluster().serviceRanges()).hasSize(1);
        assertThat(texts(run.notices(), Severity.WARNING)).singleElement()
                .asString()
                .contains("\"nonsense\" is ignored");
    }

    @Test
    void featureGatesAreReadAndExplained() {
        Run run = run(App.ROUTE, "--cloud-config=f --configure-cloud-routes=false --feature-gates=AllAlpha=true,"
                + "CloudControllerManagerWebhok=false");

        assertThat(texts(run.notices(), Severity.INFO)).singleElement().asString().contains("AllAlpha has no effect");
        assertThat(texts(run.notices(), Severity.WARNING)).singleElement()
                .asString()
                .contains("did you mean \"CloudControllerManagerWebhook\"?");
    }

    @Test
    void ofSeveralFeatureGatesThatMayBeMeantTheFirstByNameIsProposed() {
        Run run = run(App.NODE, "--cloud-config=f --feature-gates=CloudC=true,Cloud=true");

        assertThat(texts(run.notices(), Severity.WARNING)).hasSize(2)
                .allSatisfy(text -> assertThat(text)
                        .contains("did you mean \"CloudControllerManagerWatchBasedRoutesReconciliation\"?"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"CloudNodeAdditionalLabelsReconciliation", "ComponentSLIs",
            "CloudControllerManagerWatchBasedRoutesReconciliation"})
    void featureGatesOfTheReferenceAreNoTypingErrors(String gate) {
        Run run = run(App.NODE, "--cloud-config=f --feature-gates=" + gate + "=true");

        assertThat(texts(run.notices(), Severity.WARNING)).isEmpty();
        assertThat(texts(run.notices(), Severity.INFO)).singleElement().asString().contains(gate + " has no effect");
    }

    @Test
    void aNodeFilterMatchesAsKubectlDoes() {
        NodeFilter filter = run(App.NODE, "--cloud-config=f",
                "--node-filter-requirements=role=worker,zone in (a, b),!virtual,os!=windows")
                .options()
                .cluster()
                .nodeFilter()
                .orElseThrow();

        assertThat(filter.selector().matches(Map.of("role", "worker", "zone", "b"))).isTrue();
        assertThat(filter.selector().matches(Map.of("role", "worker", "zone", "c"))).isFalse();
        assertThat(filter.selector().matches(Map.of("role", "worker", "zone", "a", "virtual", ""))).isFalse();
        assertThat(filter.selector().matches(Map.of("role", "worker", "zone", "a", "os", "windows"))).isFalse();
    }

    private static Set<ControllerName> selection(String text) {
        return run(App.NODE, "--cloud-config=f --controllers=" + text).options().run().controllers().enabled();
    }

    @Test
    void flagsOfTheProbeProxyAreOtherNamesOfItsSettings() {
        assertThat(run(App.NODE, "--cloud-config=none").springArgs()).isEmpty();
        assertThat(run(App.NODE, "--cloud-config=none", "--health-check-port", "10400", "--target-port=10401")
                .springArgs()).containsExactlyInAnyOrder("--azureccm.probe-proxy.port=10400",
                        "--azureccm.probe-proxy.target-port=10401");
        assertThat(run(App.NODE, "--cloud-config=none", "--health-check-port=10400",
                "--azureccm.probe-proxy.port=10402").springArgs()).as("the setting goes before")
                .containsExactly("--azureccm.probe-proxy.port=10402");
        assertThat(errors(App.NODE, "--cloud-config=none", "--health-check-port=0")).singleElement()
                .asString()
                .contains("--health-check-port", "is not valid");
    }
}
