package io.azureccm.common.core.preview;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.Cause;
import io.azureccm.common.core.Change;
import io.azureccm.common.core.FieldChange;
import io.azureccm.common.core.GoldenFile;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.Plan;
import io.azureccm.common.core.Refusal;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What is told of a plan that is asked for once, in each form, and the exit code that it comes to. */
class PreviewTest {
    private static final String NETWORK = "/subscriptions/s/resourceGroups/rg/providers/Microsoft.Network/";
    private static final ArmId BALANCER = ArmId.parse(NETWORK + "loadBalancers/kubernetes");
    private static final Cause WEB = new Cause("ServiceChanged", "shop/web");
    private static final Cause API = new Cause("ServiceAdded", "shop/api");
    private static final Refusal REFUSED = new Refusal("InvalidAnnotation", "shop/<b>", "\"x|y\" is no `number`");

    private static Preview preview(List<Operation> operations, List<Refusal> refusals) {
        return Preview.of("Service", Set.of("shop/web", "shop/api", "shop/<b>", "shop/idle"),
                new Plan("lb=kubernetes", operations, refusals, new Plan.Basis(1, 3, 77_000)));
    }

    private static Operation balancer(Change... changes) {
        return Operation.put(BALANCER, JsonNodeFactory.instance.objectNode(), "W/\"1\"", List.of(changes))
                .forSubjects(Set.of("shop/web", "shop/api"));
    }

    private static Preview whole() {
        return preview(List.of(balancer(Change.add("rule", "a-TCP-80", API),
                Change.update("frontend", "a",
                        List.of(new FieldChange("properties.privateIPAddress", "10.0.0.4", "10.0.0.5")), WEB))),
                List.of(REFUSED)).with(List.of(new LimitUse("loadBalancers/kubernetes", "rules", 941, 944, 1500)));
    }

    @Test
    void textIsThePlanWithoutAgesAndASummaryAsItsLastLine() {
        assertThat(PreviewText.of(whole())).isEqualTo("""
                Plan lb=kubernetes
                  ~ loadBalancers/kubernetes  PUT if-match W/"1"
                      + rule      a-TCP-80    ServiceAdded shop/api
                      ~ frontend  a           properties.privateIPAddress 10.0.0.4 -> 10.0.0.5   ServiceChanged shop/web
                  ! refused  shop/<b>         InvalidAnnotation: "x|y" is no `number`
                  calls: 1 writes
                  limit  loadBalancers/kubernetes: rules 941 -> 944 of 1500
                4 Services: 1 unchanged, 2 changed, 1 refused; 1 address change; 1 write
                """);
    }

    @Test
    void nothingReadIsNotCalledNothingToWrite() {
        Preview unread = preview(List.of(), List.of()).lacking(List.of("services of the Kubernetes API: refused"));

        assertThat(PreviewText.of(unread)).startsWith("No plan: not everything that it depends on could be read")
                .contains("? not read  services of the Kubernetes API")
                .endsWith(": not planned; 1 not read\n")
                .doesNotContain("nothing to write", "unchanged");
    }

    @Test
    void jsonHoldsTheExitCodeAndNoAge() {
        String json = PreviewJson.of(whole(), ExitCode.of(whole(), Optional.empty())).toString();
        assertThat(json).startsWith("{\"format\":1,\"exitCode\":3,\"result\":\"REFUSED\"")
                .contains("\"kinds\":[\"add\",\"update\",\"address-change\",\"refuse\"]",
                        "\"changed\":[\"shop/api\",\"shop/web\"]", "\"before\":941,\"after\":944,\"max\":1500")
                .doesNotContain("77000", "snapshotAge", "\"number\"");
    }

    @Test
    void markdownKeepsTextOfUsersFromEndingACellOrTheBlock() {
        assertThat(PreviewMarkdown.of("service-controller", whole())).startsWith("""
                ### Plan of the service-controller

                **4 Services: 1 unchanged, 2 changed, 1 refused; 1 address change; 1 write**

                | Refused | Why |
                |---|---|
                | `shop/<b>` | `InvalidAnnotation: "x\\|y" is no 'number'` |

                | Resource | Limit | Before | After | Most |
                |---|---|---|---|---|
                | `loadBalancers/kubernetes` | rules | 941 | 944 | 1500 |

                <details><summary>The plan</summary>

                ```text
                Plan lb=kubernetes
                """).endsWith("```\n\n</details>\n");
    }

    @Test
    void htmlIsOnePageThatLoadsNothingAndEscapesWhatUsersWrote() {
        assertThat(PreviewHtml.of("service-controller", whole())).startsWith("<!DOCTYPE html>")
                .endsWith("</html>\n")
                .contains("<span class=\"refuse\">  ! refused  shop/&lt;b&gt;",
                        "data-label=\"After\">944</td><td data-label=\"Most\">1500</td>")
                .doesNotContain("<b>", "src=", "href=", "<script");
    }

    @Test
    void exitCodeNamesTheGravestOfWhatHolds() {
        Preview changes = preview(List.of(balancer(Change.add("rule", "a", API))), List.of());
        assertThat(ExitCode.of(preview(List.of(), List.of()), Optional.empty()).code()).isZero();
        assertThat(ExitCode.of(changes, Optional.empty()).code()).isEqualTo(2);
        assertThat(ExitCode.of(whole(), Optional.empty()).code()).isEqualTo(3);
        assertThat(ExitCode.of(whole().lacking(List.of("LIST x: no")), Optional.empty()).code()).isEqualTo(4);
        assertThat(
                ExitCode.of(preview(List.of(), List.of()).lacking(List.of("x")), Optional.of(Set.of(ChangeKind.REMOVE)))
                        .code())
                .isEqualTo(4);
    }

    @Test
    void writeThatExceedsALimitOfAzureIsARefusal() {
        Preview tooMany = preview(List.of(balancer(Change.add("frontend", "a", API))), List.of())
                .with(List.of(new LimitUse("loadBalancers/kubernetes", "frontends", 599, 601, 600)));
        Preview fewer = preview(List.of(balancer(Change.remove("frontend", "a", WEB))), List.of())
                .with(List.of(new LimitUse("loadBalancers/kubernetes", "frontends", 603, 602, 600)));

        assertThat(ExitCode.of(tooMany, Optional.empty()).code()).isEqualTo(3);
        assertThat(PreviewText.of(tooMany))
                .contains("  limit  loadBalancers/kubernetes: frontends 599 -> 601 of 600, which Azure refuses\n");
        assertThat(PreviewMarkdown.of("service-controller", tooMany)).contains("| 601 | 600, which Azure refuses |");
        assertThat(ExitCode.of(fewer, Optional.empty()).code()).isEqualTo(2);
    }

    @Test
    void lastLineNamesTheLimitsThatThePlanComesNearTo() {
        Preview near = preview(List.of(balancer(Change.add("rule", "a", API))), List.of())
                .with(List.of(new LimitUse("loadBalancers/kubernetes", "rules", 1199, 1200, 1500),
                        new LimitUse("loadBalancers/kubernetes", "frontends", 400, 479, 600)));
        Preview fewer = preview(List.of(balancer(Change.remove("rule", "a", WEB))), List.of())
                .with(List.of(new LimitUse("loadBalancers/kubernetes", "rules", 1400, 1399, 1500)));

        assertThat(PreviewText.of(near).strip())
                .endsWith("; near a limit: loadBalancers/kubernetes rules 1200 of 1500");
        assertThat(PreviewText.summary(fewer)).doesNotContain("near a limit");
        assertThat(PreviewMarkdown.of("service-controller", near)).contains("near a limit: loadBalancers/kubernetes");
    }

    @Test
    void jsonAndTheWholePageAreAsInTheirGoldenFiles() {
        Preview rich = whole().lacking(List.of("LIST publicIPAddresses: 403"));
        GoldenFile.assertMatches("preview.json",
                PreviewJson.of(rich, ExitCode.of(rich, Optional.empty())).toPrettyString());
        GoldenFile.assertMatches("preview.html", PreviewHtml.of("service-controller", rich).stripTrailing());
        GoldenFile.assertMatches("preview.md", PreviewMarkdown.of("service-controller", rich).stripTrailing());
    }

    @Test
    void onlyTheKindsThatAreNamedCountWhereSomeAre() {
        Preview adds = preview(List.of(balancer(Change.add("rule", "a", API))), List.of(REFUSED));
        assertThat(ExitCode.of(adds, Optional.of(Set.of(ChangeKind.REMOVE))).code()).isZero();
        assertThat(ExitCode.of(adds, Optional.of(Set.of(ChangeKind.ADD))).code()).isEqualTo(2);
        assertThat(ExitCode.of(adds, Optional.of(Set.of(ChangeKind.REFUSE))).code()).isEqualTo(3);
        assertThat(ExitCode.of(whole(), Optional.of(Set.of(ChangeKind.ADDRESS_CHANGE))).code()).isEqualTo(2);
    }

    @Test
    void deletedPublicIpAndRemovedFrontendAreChangesOfAnAddress() {
        Operation deletion = Operation.delete(ArmId.parse(NETWORK + "publicIPAddresses/a"), List.of());
        assertThat(ChangeKind.addressChanges(preview(List.of(deletion), List.of()))).hasSize(1);
        assertThat(
                ChangeKind.addressChanges(preview(List.of(balancer(Change.remove("frontend", "a", WEB))), List.of())))
                .hasSize(1);
        assertThat(ChangeKind.addressChanges(preview(List.of(balancer(Change.remove("rule", "a", WEB))), List.of())))
                .isEmpty();
    }

    @Test
    void partOfOneServiceHoldsItsOwnChangesAlone() {
        Preview part = whole().only("shop/web");
        assertThat(part.plan().operations()).singleElement()
                .satisfies(each -> assertThat(each.changes()).extracting(Change::element).containsExactly("frontend"));
        assertThat(PreviewText.summary(part))
                .isEqualTo("1 Service: 0 unchanged, 1 changed, 0 refused; 1 address change; 1 write");
        assertThat(whole().only("shop/idle").changes()).isFalse();
    }

    @Test
    void machineThatJoinsAPoolChangesNoService() {
        Preview joins = preview(List.of(balancer(Change.add("pool", "kubernetes", new Cause("NodeJoined", "n1")))),
                List.of());
        assertThat(PreviewText.summary(joins))
                .isEqualTo("4 Services: 4 unchanged, 0 changed, 0 refused; no address changes; 1 write");
    }

    @Test
    void writesIntoTheClusterCountAndAreShown() {
        ClusterWrite gone = new ClusterWrite(Change.Kind.REMOVE, "n1", "node n1", "delete the Node",
                Cause.of("MachineGone"), true);
        Preview nodes = new Preview("Node", Set.of("n1", "n2"),
                new Plan("nodes", List.of(), List.of(), Plan.Basis.NONE),
                List.of(gone), List.of(), List.of());
        assertThat(PreviewText.of(nodes)).isEqualTo("""
                Plan nodes
                  > node n1  delete the Node   MachineGone
                  calls: 0 writes, 1 to Kubernetes
                2 Nodes: 1 unchanged, 1 changed, 0 refused; 1 address change; 1 write
                """);
        assertThat(ExitCode.of(nodes, Optional.of(Set.of(ChangeKind.REMOVE))).code()).isEqualTo(2);
    }
}
