package io.azureccm.e2e.suite.rights;

import io.azureccm.e2e.cluster.ClusterSimulator;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The roles that a chart gives its controller, filled in as for a release {@code NAME} in {@code kube-system}. */
final class ChartRights {
    private ChartRights() {}

    /** Creates roles and bindings; the service account then has the name of the chart. */
    static void grant(ClusterSimulator cluster, String chart, String lease) throws IOException {
        for (String document : documents(chart, lease)) {
            cluster.apply(document);
        }
    }

    private static List<String> documents(String chart, String lease) throws IOException {
        String text = Files.readString(charts().resolve(chart).resolve("templates/rbac.yaml"));
        String plain = text.lines()
                .filter(line -> !line.strip().equals("labels:") && !line.strip().startsWith("{{-"))
                .collect(Collectors.joining("\n"))
                .replace("{{ include \"controller.fullname\" . }}", chart)
                .replace("{{ include \"controller.serviceAccount\" . }}", chart)
                .replace("{{ .Release.Namespace }}", "kube-system")
                .replace("{{ .Values.leaderElection.resourceName }}", lease);
        if (plain.contains("{{")) {
            throw new IllegalStateException("a part of the chart is not filled in:\n" + plain);
        }
        return Stream.of(plain.split("(?m)^---$")).map(String::strip).filter(part -> !part.isEmpty()).toList();
    }

    private static Path charts() {
        return Stream.iterate(Path.of("").toAbsolutePath(), path -> path != null, Path::getParent)
                .map(path -> path.resolve("charts"))
                .filter(Files::isDirectory)
                .findFirst()
                .orElseThrow();
    }
}
