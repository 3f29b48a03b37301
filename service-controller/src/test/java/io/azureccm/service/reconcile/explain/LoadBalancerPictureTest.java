package io.azureccm.service.reconcile.explain;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.core.Change;
import io.azureccm.common.core.GoldenFile;
import io.azureccm.common.core.explain.Picture;
import io.azureccm.common.core.explain.Picture.Box;
import io.azureccm.common.core.html.HtmlPage;
import io.azureccm.common.core.html.PictureSvg;
import io.azureccm.service.plan.Services;
import io.azureccm.service.plan.World;
import io.azureccm.service.spec.DrainFacts;
import io.azureccm.service.spec.NodeFacts;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The picture of a load balancer with the names of Services and nodes, as lines and as a drawing. */
class LoadBalancerPictureTest {
    private static Picture picture(World world) {
        return LoadBalancerPicture.of(world.observedState(), world.clusterState(), world.plan().plan().operations())
                .getFirst();
    }

    private static String svg(Picture picture) {
        HtmlPage page = new HtmlPage("picture");
        PictureSvg.draw(page, picture);
        String html = page.end();
        return html.substring(html.indexOf("<svg"), html.indexOf("</svg>") + 6);
    }

    private static World withServices(int machines, int services) {
        World world = new World(machines);
        for (int i = 0; i < services; i++)
            world.service(Services.named("web-%03d".formatted(i)).port("TCP", 80 + i).yaml());
        world.converge();
        return world;
    }

    @Test
    void frontendSaysWhichServicesItServesAndPoolWhichNodesAreInAndOut() {
        World world = withServices(2, 2);
        world.node(new NodeFacts("new-node", Optional.empty(), List.of("10.240.0.99"), false, false, false, Map.of(),
                DrainFacts.NONE));
        world.gone("web-001");
        world.service(Services.named("web-000").port("TCP", 80).port("TCP", 443).yaml());
        Picture picture = picture(world);
        Box frontend = picture.columns().getFirst().boxes().getFirst();
        assertThat(frontend.label()).isEqualTo("shop/web-000");
        assertThat(frontend.lines().getFirst()).isEqualTo(frontend.name());
        Box pool = picture.columns().get(2).boxes().getFirst();
        assertThat(pool.lines()).containsExactly("2 members", "vmss-a000000", "vmss-a000001", "! out: new-node",
                "because it has no providerID yet");
        GoldenFile.assertMatches("picture-small.svg", svg(picture));
    }

    @Test
    void frontendLeadsToItsRulesAndARuleToItsPoolAndWhatThePlanChangesIsMarked() {
        World world = withServices(1, 3);
        world.service(Services.named("web-000").port("TCP", 80).port("TCP", 443).yaml());
        world.gone("web-001");
        world.service(Services.named("later").port("TCP", 80).yaml());
        Picture picture = picture(world);
        List<Box> rules = picture.columns().get(1).boxes();
        for (int i = 0; i < 3; i++) {
            Box frontend = box(picture.columns().getFirst().boxes(), "shop/web-00" + i);
            assertThat(frontend.to())
                    .containsExactly(box(rules, "Tcp 8%d -> 8%d shop/web-00%d".formatted(i, i, i)).name());
            assertThat(frontend.change()).isEqualTo(i == 1 ? Optional.of(Change.Kind.REMOVE) : Optional.empty());
        }
        assertThat(rules).filteredOn(rule -> rule.change().isEmpty() || rule.change().get() != Change.Kind.ADD)
                .hasSize(3)
                .allSatisfy(rule -> assertThat(rule.to()).containsExactly("kubernetes"));
        assertThat(rules).filteredOn(rule -> rule.change().equals(Optional.of(Change.Kind.ADD)))
                .extracting(Box::label)
                .containsExactly("shop/web-000", "shop/later");
    }

    private static Box box(List<Box> boxes, String label) {
        return boxes.stream().filter(box -> box.label().equals(label)).findFirst().orElseThrow();
    }

    @Test
    void largeOneIsCutAndCounted() {
        Picture picture = picture(withServices(9, 60));
        assertThat(picture.columns().get(2).boxes().getFirst().lines()).startsWith("9 members").endsWith("and 4 more");
        String svg = svg(picture);
        assertThat(svg).contains("Frontends (60)", "and 40 more");
        GoldenFile.assertMatches("picture-large.svg", svg);
        assertThat(picture.holding("web-007").columns().stream().map(column -> column.boxes().size()))
                .containsExactly(1, 1, 1);
    }
}
