import earshot.ApiClient;
import earshot.ApiException;
import earshot.api.ContentApi;
import earshot.api.ProjectsApi;
import earshot.model.ContentDetail;
import earshot.model.ProjectInput;
import earshot.model.Transcript;
import earshot.model.UploadInput;
import earshot.model.UploadSession;
import java.io.File;

/** The main job with the client of openapi-generator: a recording goes in, its words come out. */
public class MainJob {
  public static void main(String[] arguments) throws Exception {
    ApiClient client = new ApiClient().setBasePath(System.getenv("BASE"));
    client.setBearerToken(System.getenv("KEY"));
    ProjectsApi projects = new ProjectsApi(client);
    ContentApi content = new ContentApi(client);

    String project = projects.createProject(new ProjectInput().name("Java"), null, null).getData().getId();
    File file = new File(System.getenv("RECORDING"));
    UploadInput upload =
        new UploadInput().filename(file.getName()).contentType("audio/wav").sizeBytes(file.length());
    UploadSession session = content.createUpload(project, upload, null, null).getData();
    String address = session.getUploadUrl();
    content.sendUpload(address.substring(address.lastIndexOf('/') + 1), file);
    String recording = session.getContentId();
    content.completeUpload(project, recording, null, null);

    for (int tries = 0; tries < 240; tries++) {
      ContentDetail.StatusEnum status =
          content.getContent(project, recording, null, null).getData().getStatus();
      if (status == ContentDetail.StatusEnum.COMPLETED || status == ContentDetail.StatusEnum.FAILED) break;
      Thread.sleep(250);
    }
    Transcript transcript =
        content.getTranscript(project, recording, null, null, null, null, null, null, null).getData();

    try {
      projects.getProject("proj_unknown", null);
      throw new AssertionError("an unknown project is not refused");
    } catch (ApiException refused) {
      if (refused.getCode() != 404) throw refused;
    }
    System.out.println(transcript.getText());
  }
}
