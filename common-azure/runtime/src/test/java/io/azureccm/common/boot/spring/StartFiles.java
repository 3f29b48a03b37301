package io.azureccm.common.boot.spring;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Files to start a controller with, in a folder of the test. */
public record StartFiles(Path folder) {
    public static final String GOOD = """
            {"cloud": "AzurePublicCloud", "tenantId": "t", "subscriptionId": "s-1", "resourceGroup": "rg", "location": "moon",
             "aadClientId": "c", "aadClientSecret": "s3cret"}""";

    public String config(String text) throws IOException {
        return "--cloud-config=" + Files.writeString(folder.resolve("azure.json"), text);
    }

    /** Names an API where nobody listens: port 1 is reserved. */
    public String kubeconfig() throws IOException {
        return "--kubeconfig=" + Files.writeString(folder.resolve("kubeconfig"), """
                apiVersion: v1
                kind: Config
                clusters: [{name: c, cluster: {server: "http://127.0.0.1:1"}}]
                contexts: [{name: c, context: {cluster: c, user: u}}]
                current-context: c
                users: [{name: u, user: {}}]
                """);
    }
}
