package io.azureccm.e2e.playground.scale;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.azureccm.e2e.playground.scale.ScaleReport.Run;
import java.io.StringReader;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;

class ScaleReportTest {
    private static final PhaseFigures FIGURES = new PhaseFigures("from nothing", Duration.ofSeconds(30),
            List.of(Duration.ofSeconds(1), Duration.ofSeconds(2), Duration.ofSeconds(9)),
            Map.of("LIST loadBalancers", 2, "PUT loadBalancers", 3, "DELETE publicIPAddresses", 1),
            Map.of("ServiceAdded", 6), 0, Map.of("list services", 1, "watch nodes", 1, "patch services/status", 4), 4,
            Duration.ofMillis(100), Duration.ofSeconds(5), 40, 180, 2048);

    @Test
    void sizesStayWithinTheLimitsOfAzure() {
        ScaleSize largest = new ScaleSize(1000, 5000);
        assertThat(largest.balancers()).isEqualTo(4);
        assertThat(largest.scaleSets()).isEqualTo(5);
        assertThat(new ScaleSize(1000, 50).scaleSets()).isEqualTo(4);
        assertThat(new ScaleSize(1000, 50).machines(0)).isEqualTo(13);
        assertThat(new ScaleSize(1000, 50).machines(3)).isEqualTo(12);
        assertThatIllegalArgumentException().isThrownBy(() -> new ScaleSize(9, 50));
    }

    @Test
    void readsAndWritesAreToldApart() {
        assertThat(FIGURES.armReads()).isEqualTo(2);
        assertThat(FIGURES.armWrites()).isEqualTo(4);
        assertThat(FIGURES.kubernetesReads()).isEqualTo(2);
        assertThat(FIGURES.kubernetesWrites()).isEqualTo(4);
        assertThat(FIGURES.planningMillis()).isEqualTo(25);
    }

    @Test
    void percentilesAreValuesThatWereMeasured() {
        assertThat(FIGURES.percentile(50)).isEqualTo(Duration.ofSeconds(2));
        assertThat(FIGURES.percentile(95)).isEqualTo(Duration.ofSeconds(9));
        assertThat(FIGURES.percentile(0)).isEqualTo(Duration.ofSeconds(1));
    }

    @Test
    void callsAreCountedByCause() {
        assertThat(Meter.causes("arm_calls_total{cause=\"DriftCheck\",method=\"GET\",result=\"ok\"} 3.0; "
                + "arm_calls_total{cause=\"DriftCheck\",method=\"PUT\",result=\"ok\"} 2.0"))
                .isEqualTo(Map.of("DriftCheck", 5));
        assertThat(Meter.causes("")).isEmpty();
    }

    @Test
    void tableAndChartsShowEachPhase() throws Exception {
        List<Run> runs = List.of(new Run(new ScaleSize(10, 50), List.of(FIGURES)),
                new Run(new ScaleSize(100, 50), List.of(FIGURES)));
        assertThat(ScaleReport.tables(runs)).contains("## 100 Services, 50 nodes, 1 load balancers",
                "| from nothing | 30.0 | 2.0 / 9.0 / 9.0 | 2 | 4 | 0 | 2 | 4 | 4 | 25 | 5.0 | 40 | 180 | 2 |");
        for (String svg : ScaleReport.charts(runs).values()) {
            Document chart = DocumentBuilderFactory.newInstance()
                    .newDocumentBuilder()
                    .parse(new InputSource(new StringReader(svg)));
            assertThat(chart.getElementsByTagName("circle").getLength()).isEqualTo(2);
            assertThat(svg).contains("prefers-color-scheme: dark");
        }
    }
}
