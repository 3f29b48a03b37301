package io.azureccm.common.boot.standby;

import io.azureccm.common.serve.tls.ServerKeys;
import io.azureccm.common.tls.CertificateFiles;
import io.azureccm.common.tls.Reloaded;
import io.azureccm.common.tls.Reloaded.KeyPair;
import io.azureccm.common.tls.ReloadedTrust;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/**
 * Reads where the Kubernetes API is, as a pod knows it, or from a kubeconfig with a token or client certificate, and
 * without a proxy, plug-ins or anything else that needs the whole client.
 */
final class KubeServer {
    private static final String CERTIFICATE = "client-certificate";
    private static final String KEY = "client-key";
    private static final String DATA = "-data";
    private static final Set<String> CLUSTER = Set.of("server", "certificate-authority", "certificate-authority-data");
    private static final Set<String> USER = Set.of("token", "tokenFile", CERTIFICATE, CERTIFICATE + DATA, KEY,
            KEY + DATA);

    private KubeServer() {}

    /** Empty if this needs the whole client. */
    static Optional<KubeApi.Server> of(StandbyTask.KubeAddress address) {
        try {
            return address.kubeconfig().isEmpty()
                    ? Optional.of(new KubeApi.Server(address.server(), tls(address.server(),
                            Optional.of(() -> CertificateFiles.ofFile("certificate-authority",
                                    Path.of(address.caFile()))),
                            Map.of(), Path.of("")),
                            file(Path.of(address.tokenFile()))))
                    : read(Path.of(address.kubeconfig()));
        } catch (IllegalArgumentException | IOException | GeneralSecurityException | ClassCastException
                | IllegalStateException | YamlEngineException other) {
            return Optional.empty();
        }
    }

    private static Optional<KubeApi.Server> read(Path file) throws IOException, GeneralSecurityException {
        Map<?, ?> config = (Map<?, ?>) new Load(LoadSettings.builder().build()).loadFromString(Files.readString(file));
        Map<?, ?> context = named(config, "context", "current-context", config);
        Map<?, ?> cluster = named(config, "cluster", "cluster", context);
        Map<?, ?> user = named(config, "user", "user", context);
        String server = text(cluster, "server");
        if (server.isEmpty() || !CLUSTER.containsAll(cluster.keySet()) || !USER.containsAll(user.keySet()))
            return Optional.empty();
        Path folder = file.toAbsolutePath();
        String token = text(user, "token");
        String tokenFile = text(user, "tokenFile");
        return Optional.of(new KubeApi.Server(server, tls(server, authority(cluster, folder), user, folder),
                tokenFile.isEmpty() ? () -> token : file(folder.resolveSibling(tokenFile))));
    }

    private static Optional<Supplier<CertificateFiles.Content>> authority(Map<?, ?> cluster, Path kubeconfig) {
        String data = text(cluster, "certificate-authority-data");
        String ca = text(cluster, "certificate-authority");
        if (!data.isEmpty())
            return Optional.of(() -> CertificateFiles.ofText("certificate-authority-data", kubeconfig.toString(),
                    new String(Base64.getDecoder().decode(data), StandardCharsets.UTF_8)));
        return ca.isEmpty()
                ? Optional.empty()
                : Optional.of(() -> CertificateFiles.ofFile("certificate-authority", kubeconfig.resolveSibling(ca)));
    }

    /** As kubectl, the data before the file. */
    private static String part(Map<?, ?> user, String key, Path kubeconfig) throws IOException {
        String data = text(user, key + DATA);
        return data.isEmpty()
                ? Files.readString(kubeconfig.resolveSibling(text(user, key)), StandardCharsets.ISO_8859_1)
                : new String(Base64.getDecoder().decode(data), StandardCharsets.ISO_8859_1);
    }

    /** Its file, or the key of its data. */
    private static String source(Map<?, ?> user, String key, Path kubeconfig) {
        return text(user, key + DATA).isEmpty()
                ? kubeconfig.resolveSibling(text(user, key)).toString()
                : key + DATA;
    }

    /** What has the name that {@code parent} gives for {@code key}, in the list {@code kind}s of the config. */
    private static Map<?, ?> named(Map<?, ?> config, String kind, String key, Map<?, ?> parent) {
        Object name = parent.get(key);
        if (!(config.get(kind + "s") instanceof List<?> all))
            return Map.of();
        return all.stream()
                .filter(Map.class::isInstance)
                .map(each -> (Map<?, ?>) each)
                .filter(each -> name != null && name.equals(each.get("name")))
                .findFirst()
                .map(each -> (Map<?, ?>) each.get(kind))
                .orElse(Map.of());
    }

    private static String text(Map<?, ?> map, String key) {
        return map.get(key) instanceof String text ? text : "";
    }

    /** A file that is replaced before its token expires; while it is missing, the last token is used. */
    private static Supplier<String> file(Path file) throws IOException {
        String[] last = {Files.readString(file).strip()};
        return () -> {
            try {
                String now = Files.readString(file).strip();
                if (!now.isEmpty())
                    last[0] = now;
            } catch (IOException missing) {
                return last[0];
            }
            return last[0];
        };
    }

    private static Optional<Supplier<SSLSocketFactory>> tls(String server,
            Optional<Supplier<CertificateFiles.Content>> authority, Map<?, ?> user, Path kubeconfig)
            throws IOException, GeneralSecurityException {
        if (!server.startsWith("https:"))
            return Optional.empty();
        TrustManager trust = new ReloadedTrust(
                authority.orElse(() -> CertificateFiles.ofEnvironment(System.getenv())));
        if (Stream.of(CERTIFICATE, CERTIFICATE + DATA).noneMatch(user::containsKey)) {
            SSLSocketFactory plain = sockets(trust);
            return Optional.of(() -> plain);
        }
        return Optional.of(new Reloaded<>(
                "The client certificate " + source(user, CERTIFICATE, kubeconfig) + " with the key "
                        + source(user, KEY, kubeconfig),
                () -> new KeyPair(part(user, CERTIFICATE, kubeconfig), part(user, KEY, kubeconfig)),
                pair -> sockets(trust, ServerKeys.keys(pair.certificate(), pair.key())), Duration.ZERO,
                System::nanoTime)::get);
    }

    /** New ones for another certificate, which opens new connections. */
    private static SSLSocketFactory sockets(TrustManager trust, KeyManager... keys) throws GeneralSecurityException {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys, new TrustManager[]{trust}, null);
        return context.getSocketFactory();
    }
}
