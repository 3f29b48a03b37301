package io.azureccm.credential;

import io.azureccm.credential.http.Trust;
import io.azureccm.credential.standin.Authority;
import io.azureccm.credential.standin.Rule;
import io.azureccm.credential.standin.StandIn;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The program in this process, with a stand-in for all of Azure. One call at a time. */
final class Program implements AutoCloseable {
    static final String MANAGED = "{\"cloud\":\"AzurePublicCloud\",\"tenantId\":\"tenant-1\",\"useManagedIdentityExtension\":true}";
    static final String IMAGE = "foo.azurecr.io/team/app:1";

    final StandIn standIn;
    final Authority authority;
    final Path folder;
    final Map<String, String> environment = new LinkedHashMap<>();
    final List<Long> pauses = new ArrayList<>();
    Duration time = Duration.ofSeconds(45);
    private final Path ca;
    private final Trust trust;

    Program(Path folder) {
        this.folder = folder;
        authority = new Authority();
        standIn = new StandIn(authority);
        ca = authority.write(folder.resolve("ca.pem"));
        trust = Trust.ofSystem(Map.of("SSL_CERT_FILE", ca.toString()));
        environment.put("HTTP_PROXY", standIn.url());
        environment.put("HTTPS_PROXY", standIn.url());
        environment.put("NO_PROXY", "127.0.0.1");
    }

    static String request(String image) {
        return "{\"apiVersion\":\"credentialprovider.kubelet.k8s.io/v1\",\"kind\":\"CredentialProviderRequest\",\"image\":\""
                + image
                + "\"}";
    }

    static String request(String image, String token, Map<String, String> annotations) {
        return request(image).replace("\"}",
                "\",\"serviceAccountToken\":\"" + token + "\",\"serviceAccountAnnotations\":"
                        + Rule.json(annotations) + "}");
    }

    /** A call with a config of this content, and flags. */
    Outcome call(String config, String request, List<Rule> rules, String... flags) {
        try {
            // Bytes instead of text: half of a surrogate pair becomes a question mark, as in the request.
            Path file = Files.write(folder.resolve("azure.json"), config.getBytes(StandardCharsets.UTF_8));
            List<String> arguments = new ArrayList<>(List.of(flags));
            arguments.add(file.toString());
            return run(arguments, request, rules);
        } catch (IOException unwritable) {
            throw new IllegalStateException(unwritable);
        }
    }

    Outcome run(List<String> arguments, String request, List<Rule> rules) {
        standIn.rules(rules);
        pauses.clear();
        HostEnvironment host = new HostEnvironment(environment, time, pauses::add, trust, ca, standIn.bindingsPort());
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int exit = AcrCredentialProvider.run(arguments,
                new ByteArrayInputStream(request.getBytes(StandardCharsets.UTF_8)), out,
                new PrintStream(err, true, StandardCharsets.UTF_8), host);
        return new Outcome(exit, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8),
                standIn.seen());
    }

    @Override
    public void close() {
        standIn.close();
    }
}
